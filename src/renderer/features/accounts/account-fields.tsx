import { useState } from 'react';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import { printable } from '../../../shared/format/index.ts';
import { GPU_QUERY } from '../../../shared/gpu-load/gpu-query.ts';
import type { Answer } from '../../../shared/ipc/bridge.ts';
import { bridge } from '../../bridge.ts';
import { Button, Field, FieldFrame, RefusalText, Toggle, useRequest } from '../../ui/index.ts';
import { TextSetting } from '../settings/text-setting.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { messages } from './messages.ts';

interface FieldProps {
  readonly account: AppAccount;
}

/** The name shown in place of the email address or host, which an empty field restores. */
export function AccountName({ account: { id, label } }: FieldProps) {
  return (
    <TextSetting
      check={(text) => (text.trim().length > 40 ? messages.nameProblem : null)}
      isWide
      label={messages.name}
      name="accountName"
      onChange={(typed) => bridge.changeAccount({ accountId: id, name: typed || null })}
      value={printable(label)}
    />
  );
}

interface SavedTextProps {
  readonly name: string;
  readonly label: string;
  readonly words: { readonly hint: string; readonly save: string; readonly remove: string };
  readonly isSet: boolean;
  /** Shown until the user types; absent: the text is a secret, which is never shown. */
  readonly saved?: string;
  readonly request: (text: string | null) => Promise<Answer<void>>;
}

/** A field whose text a button saves or removes. Refused text stays in it. */
function SavedText({ name, label, words, isSet, saved, request }: SavedTextProps) {
  const { isBusy, refusal, ask } = useRequest();
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? saved ?? '';
  const isChanged = text.trim() !== '' && text !== saved;
  const send = async (sent: string | null) => {
    if ((await ask(request(sent))).ok) setDraft(null);
  };
  const texts = { label, hint: words.hint };
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) void send(text);
      }}
    >
      {saved === undefined ? (
        <Field {...texts} name={name} onChange={setDraft} type="password" value={text} />
      ) : (
        <FieldFrame {...texts}>
          {(input) => (
            <textarea
              {...input}
              className="code-font w-full select-text rounded-md border border-edge bg-raised px-2 py-1 text-ink text-small"
              maxLength={16_384}
              name={name}
              onChange={({ currentTarget }) => setDraft(currentTarget.value)}
              placeholder={EXAMPLE}
              rows={8}
              spellCheck={false}
              value={text}
            />
          )}
        </FieldFrame>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {isChanged && <Button isBusy={isBusy} label={words.save} tone="primary" type="submit" />}
        {isSet && <Button isBusy={isBusy} label={words.remove} onClick={() => send(null)} />}
      </div>
      <RefusalText refusal={refusal} />
    </form>
  );
}

/** A second API key, which only launching, starting, stopping and destroying use. */
export function WriteKey({ account: { id, hasWriteKey = false } }: FieldProps) {
  return (
    <SavedText
      isSet={hasWriteKey}
      label={messages.writeKey.label(hasWriteKey)}
      name="writeKey"
      request={(key) => bridge.setWriteKey({ accountId: id, key })}
      words={messages.writeKey}
    />
  );
}

const EXAMPLE = `{
  "consoleUrl": "https://console.example.com",
  "operations": {
    "stop": { "method": "POST", "path": "/vms/{vm_id}/stop" }
  }
}`;

export function ServiceProfileEditor({ account }: FieldProps) {
  const { id, profile } = account;
  return (
    <SavedText
      isSet={profile !== null}
      label={messages.profile.label(account)}
      name="serviceProfile"
      request={(text) => bridge.changeAccount({ accountId: id, profile: text })}
      saved={profile === null ? '' : JSON.stringify(profile, null, 2)}
      words={messages.profile}
    />
  );
}

/** Turned on only after a confirmation that shows the command. */
export function GpuLoadSetting({ account }: FieldProps) {
  const [isAsked, setIsAsked] = useState(false);
  const text = messages.gpuLoad;
  const change = (gpuLoad: boolean) => bridge.changeAccount({ accountId: account.id, gpuLoad });
  return (
    <div>
      <Toggle
        hint={text.hint}
        isOn={account.gpuLoad === true}
        label={text.label}
        onChange={(wanted, ask) => (wanted ? setIsAsked(true) : void ask(change(false)))}
      />
      {isAsked && (
        <ConfirmDialog
          label={text.turnOn}
          onClose={() => setIsAsked(false)}
          request={() => change(true)}
          title={text.question(printable(account.label))}
          tone="primary"
        >
          <p className="text-quiet">{text.effect}</p>
          <code className="code-font [overflow-wrap:anywhere]">{GPU_QUERY.join(' ')}</code>
          <p className="text-quiet">{text.limits}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
