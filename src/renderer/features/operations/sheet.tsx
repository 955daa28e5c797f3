import { type ReactNode, useId, useState } from 'react';
import { Button, Field } from '../../ui/index.ts';
import { messages } from './messages.ts';

interface SheetProps {
  readonly title: string;
  /** At the right of the title. */
  readonly figure?: ReactNode;
  /** Displayed name of the VM, which is typed before; null: nothing is typed. */
  readonly typedName: string | null;
  readonly label: string;
  readonly tone: 'primary' | 'danger';
  readonly children: ReactNode;
  onConfirm(): void;
  onCancel(): void;
}

/** One function identity for all renders, so that the sheet is opened once. Closing it gives the focus back. */
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

/** Asks before an operation, or for the time of an auto-stop. */
export function Sheet({ title, figure, typedName, label, tone, children, ...on }: SheetProps) {
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
        on.onCancel();
      }}
      ref={openSheet}
      role="alertdialog"
      tabIndex={-1}
    >
      <form
        className="grid grid-cols-[minmax(0,1fr)] gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) on.onConfirm();
        }}
      >
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h2 className="min-w-0 break-words font-semibold" id={id}>
            {title}
          </h2>
          {figure}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2" id={`${id}-effects`}>
          {children}
        </div>
        {typedName !== null && (
          <Field
            isFocusedFirst
            label={messages.typeName(typedName)}
            name="vmName"
            onChange={setTyped}
            value={typed}
          />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button label={messages.cancel} onClick={on.onCancel} />
          <Button isDisabled={!isReady} label={label} tone={tone} type="submit" />
        </div>
      </form>
    </dialog>
  );
}
