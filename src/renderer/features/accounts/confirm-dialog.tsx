import { type ReactNode, type RefObject, useId } from 'react';
import type { Answer } from '../../../shared/ipc/bridge.ts';
import { Button, RefusalText, useRequest } from '../../ui/index.ts';
import { messages } from './messages.ts';

interface ConfirmDialogProps {
  /** Opened by its `showModal`. */
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly title: string;
  readonly children: ReactNode;
  readonly accept: string;
  readonly tone: 'primary' | 'danger';
  readonly request: () => Promise<Answer<void>>;
}

/** Sends a request once the user has confirmed it; stays open while it is refused. */
export function ConfirmDialog({ dialog, title, children, ...confirm }: ConfirmDialogProps) {
  const { accept, tone, request } = confirm;
  const titleId = useId();
  const { isBusy, refusal, ask } = useRequest();
  const send = async () => {
    if ((await ask(request())).ok) dialog.current?.close();
  };
  return (
    <dialog
      aria-labelledby={titleId}
      className="m-auto max-w-sm rounded-lg border border-edge bg-raised p-4 text-ink backdrop:bg-black/40"
      ref={dialog}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 className="break-words font-semibold" id={titleId}>
          {title}
        </h2>
        {children}
        <RefusalText refusal={refusal} />
        <div className="flex justify-end gap-2">
          <Button label={messages.cancel} onClick={() => dialog.current?.close()} />
          <Button isBusy={isBusy} label={accept} onClick={send} tone={tone} />
        </div>
      </div>
    </dialog>
  );
}
