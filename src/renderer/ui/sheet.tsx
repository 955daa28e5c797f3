import { type ReactNode, useId, useState } from 'react';
import type { Answer } from '../../shared/ipc/bridge.ts';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { RefusalText, useRequest } from './request.tsx';

interface SheetProps {
  readonly title: string;
  readonly figure?: ReactNode;
  /** Displayed name of the VM, which is typed before; by default nothing is typed. */
  readonly typedName?: string | null;
  readonly label: string;
  readonly tone: 'primary' | 'danger';
  readonly isBusy?: boolean;
  /** The consequences, which are read with the title. */
  readonly effects: ReactNode;
  readonly children?: ReactNode;
  onConfirm(): void;
  onCancel(): void;
}

/** A function that stays the same in all renders, so that the sheet is opened once. Closing gives the focus back. */
function openSheet(sheet: HTMLDialogElement | null) {
  sheet?.showModal();
  sheet?.focus();
  return () => sheet?.close();
}

/** Also as typed on a keyboard: `1 x 5090 91uv`. */
const plain = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll('×', 'x')
    .trim()
    .replaceAll(/[\s·]+/g, ' ');

export function Sheet({ title, figure, typedName = null, label, tone, ...sheet }: SheetProps) {
  const { effects, children, onConfirm, onCancel } = sheet;
  const id = useId();
  const [typed, setTyped] = useState('');
  const isReady = typedName === null || plain(typed) === plain(typedName);
  return (
    <dialog
      aria-describedby={`${id}-effects`}
      aria-labelledby={id}
      className="m-auto w-[calc(100%-1.5rem)] max-w-sm rounded-lg border border-edge bg-raised p-3 text-ink outline-none backdrop:bg-black/40"
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
      ref={openSheet}
      role="alertdialog"
      tabIndex={-1}
    >
      <form
        className="grid grid-cols-[minmax(0,1fr)] gap-3"
        noValidate
        onKeyDown={(event) => {
          // Of a choice or a further field; a name that is typed confirms.
          const isField = event.target instanceof HTMLInputElement && typedName === null;
          if (event.key === 'Enter' && isField && tone === 'danger') event.preventDefault();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) onConfirm();
        }}
      >
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h2 className="min-w-0 break-words font-semibold" id={id}>
            {title}
          </h2>
          {figure}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 empty:hidden" id={`${id}-effects`}>
          {effects}
        </div>
        {children}
        {typedName !== null && (
          <Field
            isFocusedFirst
            label={`Type ${typedName} to confirm`}
            name="vmName"
            onChange={setTyped}
            value={typed}
          />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button label="Cancel" onClick={onCancel} />
          <Button
            isBusy={sheet.isBusy ?? false}
            isDisabled={!isReady || sheet.isBusy === true}
            label={label}
            tone={tone}
            type="submit"
          />
        </div>
      </form>
    </dialog>
  );
}

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
