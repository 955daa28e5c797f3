import { useRef, useState } from 'react';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import { answerOf, bridge } from '../../bridge.ts';
import { Button, FieldFrame, RefusalText, useRequest } from '../../ui/index.ts';
import { messages } from './messages.ts';

const EXAMPLE = `{
  "consoleUrl": "https://console.example.com",
  "operations": {
    "stop": { "method": "POST", "path": "/vms/{vm_id}/stop" }
  }
}`;

/** The account's service profile as JSON, checked while it is typed. */
export function ServiceProfileEditor({ account }: { readonly account: AppAccount }) {
  const { isBusy, refusal, ask } = useRequest();
  const saved = account.profile === null ? '' : JSON.stringify(account.profile, null, 2);
  /** The unsaved text; null: none. */
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef('');
  const text = draft ?? saved;
  const { profile: words } = messages;

  async function check(typed: string) {
    latest.current = typed;
    setDraft(typed);
    const answer =
      typed.trim() === '' ? null : await answerOf(bridge.checkProfile({ text: typed }));
    // The answer for an earlier text came late.
    if (latest.current !== typed) return;
    setProblem(answer === null ? null : answer.ok ? answer.value.problem : answer.refusal.message);
  }

  async function save(profile: string | null) {
    const answer = await ask(bridge.changeAccount({ accountId: account.id, profile }));
    if (!answer.ok) return;
    latest.current = '';
    setDraft(null);
    setProblem(null);
  }

  return (
    <div className="grid gap-2">
      <FieldFrame hint={words.hint} label={words.label(account.profile)} problem={problem}>
        {(input) => (
          <textarea
            {...input}
            className="code-font w-full select-text rounded-md border border-edge bg-raised p-2 text-ink text-small aria-invalid:border-amber"
            maxLength={16_384}
            name="serviceProfile"
            onChange={({ currentTarget: { value } }) => void check(value)}
            placeholder={EXAMPLE}
            rows={8}
            spellCheck={false}
            value={text}
          />
        )}
      </FieldFrame>
      <RefusalText refusal={refusal} />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {draft !== null && draft !== saved && problem === null && (
          <Button
            isBusy={isBusy}
            label={words.save}
            onClick={() => save(draft.trim() || null)}
            tone="primary"
          />
        )}
        {account.profile !== null && (
          <Button isBusy={isBusy} label={words.remove} onClick={() => save(null)} />
        )}
      </div>
    </div>
  );
}
