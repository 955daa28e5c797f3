import type { ReactNode } from 'react';
import type { Answer } from '../../../shared/ipc/bridge.ts';
import { RefusalText, Sheet, type SheetProps, useRequest } from '../../ui/index.ts';

interface ConfirmDialogProps extends Pick<SheetProps, 'title' | 'label' | 'tone'> {
  readonly children: ReactNode;
  readonly request: () => Promise<Answer<void>>;
  readonly onClose: () => void;
}

/** Sends a request once the user has confirmed it; stays open while it is refused. */
export function ConfirmDialog({ children, request, onClose, ...sheet }: ConfirmDialogProps) {
  const { isBusy, refusal, ask } = useRequest();
  const send = async () => {
    if ((await ask(request())).ok) onClose();
  };
  return (
    <Sheet {...sheet} effects={children} isBusy={isBusy} onCancel={onClose} onConfirm={send}>
      <RefusalText refusal={refusal} />
    </Sheet>
  );
}
