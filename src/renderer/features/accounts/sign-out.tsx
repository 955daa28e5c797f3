import { useRef } from 'react';
import { bridge } from '../../bridge.ts';
import { Button, RefusalText, useRequest } from '../../ui/index.ts';

interface SignOutProps {
  readonly accountId: string;
  /** Printable. */
  readonly label: string;
}

/** Signs out after a second step that names the account. */
export function SignOut({ accountId, label }: SignOutProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { isBusy, refusal, ask } = useRequest<void>();
  return (
    <>
      <Button onClick={() => dialog.current?.showModal()}>Sign out…</Button>
      <dialog
        aria-labelledby={`sign-out-${accountId}`}
        className="m-auto max-w-80 rounded-xl border border-edge bg-raised p-4 text-ink backdrop:bg-black/40"
        ref={dialog}
      >
        <div className="grid gap-3">
          <h2 className="break-words font-semibold" id={`sign-out-${accountId}`}>
            Sign out of {label}?
          </h2>
          <p className="text-quiet">
            Its credential is removed from this computer. VMs that run go on running and billing.
          </p>
          <RefusalText refusal={refusal} />
          <div className="flex justify-end gap-2">
            <Button onClick={() => dialog.current?.close()}>Cancel</Button>
            <Button
              isBusy={isBusy}
              onClick={() => void ask(bridge.signOut({ accountId }))}
              tone="danger"
            >
              Sign out
            </Button>
          </div>
        </div>
      </dialog>
    </>
  );
}
