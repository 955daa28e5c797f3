import { useRef } from 'react';
import { bridge } from '../../bridge.ts';
import { Button, RefusalText, useRequest } from '../../ui/index.ts';
import { messages } from './messages.ts';

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
