import { useId, useState } from 'react';
import type { Confirmation } from '../../../shared/operations/operation-texts.ts';
import { Button, Field } from '../../ui/index.ts';
import { messages } from '../vms/details-messages.ts';

/** A function with the same identity in all renders, so that the button is focused once. */
function takeFocus(confirmation: HTMLElement | null): void {
  confirmation?.focus();
}

interface ConfirmProps {
  readonly confirmation: Confirmation;
  /** Displayed name of the VM. */
  readonly name: string;
  readonly label: string;
  readonly tone: 'primary' | 'danger';
  onConfirm(): void;
  onCancel(): void;
}

const plain = (text: string) => text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');

/** Asks before an operation, or before an auto-stop whose stop erases everything. */
export function Confirm({ confirmation, name, label, tone, ...on }: ConfirmProps) {
  const { title, effects, isTyped } = confirmation;
  const { onConfirm, onCancel } = on;
  const id = useId();
  const [typed, setTyped] = useState('');
  const text = messages.operation;
  const isReady = !isTyped || plain(typed) === plain(name);
  return (
    <div
      aria-describedby={`${id}-effects`}
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-md border border-edge p-3"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onCancel();
      }}
      ref={isTyped ? undefined : takeFocus}
      role="alertdialog"
      tabIndex={-1}
    >
      <h3 className="break-words font-semibold" id={id}>
        {title}
      </h3>
      <ul className="grid gap-1" id={`${id}-effects`}>
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) onConfirm();
        }}
      >
        {isTyped && (
          <Field
            isFocusedFirst
            label={text.typeName(name)}
            name="vmName"
            onChange={setTyped}
            value={typed}
          />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button label={text.cancel} onClick={onCancel} />
          <Button isDisabled={!isReady} label={label} tone={tone} type="submit" />
        </div>
      </form>
    </div>
  );
}
