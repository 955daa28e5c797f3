import { useRef, useState } from 'react';
import type { AppAccount } from '../../../shared/app/index.ts';
import { bridge } from '../../bridge.ts';
import { Button, Field, RefusalText, useRequest } from '../../ui/index.ts';
import { messages } from './messages.ts';

/** The service's web console, which its API does not report. An empty field removes it. */
export function ConsoleUrl({ account }: { readonly account: AppAccount }) {
  const [problem, setProblem] = useState<string | null>(null);
  const { refusal, ask } = useRequest<void>();
  const known = account.consoleUrl ?? '';
  const commit = (text: string) => {
    const typed = text.trim();
    const isValid = typed === '' || URL.parse(typed)?.protocol === 'https:';
    setProblem(isValid ? null : messages.consoleUrlProblem);
    if (!isValid || typed === known) return;
    const consoleUrl = typed === '' ? null : typed;
    void ask(bridge.setConsoleUrl({ accountId: account.id, consoleUrl }));
  };
  return (
    <div className="grid gap-1">
      <Field
        defaultValue={known}
        hint={messages.consoleUrlHint}
        key={known}
        label={messages.consoleUrl}
        name="consoleUrl"
        onCommit={commit}
        placeholder="https://console.example.com"
        problem={problem}
        type="url"
      />
      <RefusalText refusal={refusal} />
    </div>
  );
}

interface SignOutProps {
  readonly accountId: string;
  /** Printable. */
  readonly label: string;
}

/** Signs out after a confirmation that names the account. */
export function SignOut({ accountId, label }: SignOutProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { isBusy, refusal, ask } = useRequest<void>();
  return (
    <>
      <Button onClick={() => dialog.current?.showModal()}>{messages.startSignOut}</Button>
      <dialog
        aria-labelledby={`sign-out-${accountId}`}
        className="m-auto max-w-80 rounded-xl border border-edge bg-raised p-4 text-ink backdrop:bg-black/40"
        ref={dialog}
      >
        <div className="grid gap-3">
          <h2 className="break-words font-semibold" id={`sign-out-${accountId}`}>
            {messages.signOutOf(label)}
          </h2>
          <p className="text-quiet">{messages.signOutEffect}</p>
          <RefusalText refusal={refusal} />
          <div className="flex justify-end gap-2">
            <Button onClick={() => dialog.current?.close()}>{messages.cancel}</Button>
            <Button
              isBusy={isBusy}
              onClick={() => void ask(bridge.signOut({ accountId }))}
              tone="danger"
            >
              {messages.signOut}
            </Button>
          </div>
        </div>
      </dialog>
    </>
  );
}
