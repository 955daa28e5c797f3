import { useRef } from 'react';
import type { AppAccount } from '../../../shared/app/index.ts';
import { bridge } from '../../bridge.ts';
import { Button, RefusalText, useRequest } from '../../ui/index.ts';
import { TextSetting } from '../settings/text-setting.tsx';
import { messages } from './messages.ts';

function checkConsoleUrl(text: string): string | null {
  const isValid = text.trim() === '' || URL.parse(text)?.protocol === 'https:';
  return isValid ? null : messages.consoleUrlProblem;
}

/** The service's web console, which its API does not report. An empty field removes it. */
export function ConsoleUrl({ account }: { readonly account: AppAccount }) {
  const { refusal, ask } = useRequest();
  return (
    <div className="grid gap-1">
      <TextSetting
        check={checkConsoleUrl}
        hint={messages.consoleUrlHint}
        label={messages.consoleUrl}
        name="consoleUrl"
        onChange={(typed) =>
          ask(bridge.changeAccount({ accountId: account.id, consoleUrl: typed || null }))
        }
        placeholder="https://console.example.com"
        value={account.consoleUrl ?? ''}
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
  const { isBusy, refusal, ask } = useRequest();
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
