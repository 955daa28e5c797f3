import { useEffect, useRef, useState } from 'react';
import { vmKey } from '../../../shared/ssh/index.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { bridge } from '../../bridge.ts';
import { appNow, useApp } from '../../store.ts';
import { Button, Field, RefusalText, useRequest, useTyped } from '../../ui/index.ts';
import { checkSshUser } from '../settings/checks.ts';
import { type IncludePreview, messages as settingsMessages } from '../settings/messages.ts';
import { IncludeLines, isAddable } from './include-preview.tsx';
import { messages } from './short-names-messages.ts';

/** The login of the first VM that runs, as an example; null: none is known yet. */
function exampleLogin({ accounts, snapshots, vmSshAccess }: AppState) {
  for (const { id } of accounts)
    for (const vm of snapshots[id]?.vms.value?.vms ?? [])
      if (vm.phase === 'running') return vmSshAccess[vmKey(id, vm.id)] ?? null;
  return null;
}

function Code({ children }: { readonly children: string }) {
  return <code className="code-font text-ink [overflow-wrap:anywhere]">{children}</code>;
}

/** Short names with the user's VM as an example. */
function Explanation() {
  const login = useApp(exampleLogin);
  return (
    <p className="text-quiet">
      {messages.logIn}
      <Code>{`ssh ${login?.alias ?? messages.example}`}</Code>
      {login?.command != null && (
        <>
          {messages.insteadOf}
          <Code>{login.command}</Code>
        </>
      )}
      {messages.where}
    </p>
  );
}

/** The last step of the first run; “Not now” skips it until the first copy. */
export function ShortNamesQuestion() {
  const savedUser = useApp(({ ssh }) => ssh.logins.all.user) ?? '';
  const { text: user, field, isValid } = useTyped(savedUser, checkSshUser);
  /** Null: the change is not shown. */
  const [preview, setPreview] = useState<IncludePreview | null>(null);
  /** The result of adding the lines, if the user should read it. */
  const [result, setResult] = useState<string | null>(null);
  const { isBusy, refusal, ask } = useRequest();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const canAdd = preview === null || isAddable(preview);

  /** Returns false if the user is invalid or was refused. */
  async function saveUser(): Promise<boolean> {
    if (!isValid()) return false;
    const next = user.trim() || null;
    if (next === appNow().ssh.logins.all.user) return true;
    return (await ask(bridge.changeLogin({ scope: { kind: 'all' }, login: { user: next } }))).ok;
  }
  const finish = (offerShortNames: 'atCopy' | 'never') =>
    ask(bridge.changePreferences({ offerShortNames }));
  const skip = async () => {
    if (await saveUser()) await finish(preview?.state === 'active' ? 'never' : 'atCopy');
  };
  const add = async () => {
    if (!(await saveUser())) return;
    const added = await ask(bridge.addInclude());
    if (!added.ok) return;
    if (added.value.isSeen === false)
      setResult(settingsMessages.names.changeResult('added', added.value));
    else await finish('never');
  };
  const toggle = async () => {
    if (preview !== null) return setPreview(null);
    const answer = await ask(bridge.previewInclude());
    if (answer.ok) setPreview(answer.value);
  };

  return (
    <main className="h-full overflow-y-auto px-6 py-8">
      <div className="mx-auto grid max-w-sm grid-cols-[minmax(0,1fr)] gap-4">
        <h1 className="font-semibold text-title" ref={heading} tabIndex={-1}>
          {messages.title}
        </h1>
        <Explanation />
        <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
          <p>
            {messages.file}{' '}
            <Button
              isBusy={isBusy}
              label={preview === null ? messages.show : messages.hide}
              onClick={toggle}
              tone="link"
            />
          </p>
          {preview !== null && <IncludeLines preview={preview} />}
        </div>
        <Field {...field} hint={messages.userHint} label={messages.user} name="sshUser" />
        <p className="break-words text-small select-text empty:hidden" role="status">
          {result}
        </p>
        <RefusalText refusal={refusal} />
        <div className="flex flex-wrap gap-2">
          {result === null && canAdd ? (
            <>
              <Button isBusy={isBusy} label={messages.add} onClick={add} tone="primary" />
              <Button isBusy={isBusy} label={messages.skip} onClick={skip} />
            </>
          ) : (
            <Button
              isBusy={isBusy}
              label={messages.done}
              onClick={() => void (result === null ? skip() : finish('never'))}
              tone="primary"
            />
          )}
        </div>
      </div>
    </main>
  );
}
