import { type ReactNode, useRef } from 'react';
import { FieldFrame } from './field-frame.tsx';

const BOX =
  'h-8 w-full rounded-md border border-edge bg-raised px-2 text-ink placeholder:text-quiet select-text';

/** One function for all draws, so that the focus is taken once. */
function takeFocus(input: HTMLInputElement | null): void {
  input?.focus();
}

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with it and what would be right; null: nothing. */
  readonly problem?: string | null;
  readonly name: string;
  readonly type?: 'text' | 'url' | 'email' | 'password';
  readonly inputMode?: 'text' | 'decimal' | 'numeric';
  readonly placeholder?: string;
  readonly autoComplete?: string;
  readonly defaultValue?: string;
  readonly value?: string;
  /** For the one field that a screen was opened for. */
  readonly isFocusedFirst?: boolean;
  readonly onChange?: (text: string) => void;
  /** When it is left, or Enter is pressed in it. */
  readonly onCommit?: (text: string) => void;
}

/** A line of text with its name above, and below what helps or what is wrong. */
export function Field(props: FieldProps) {
  // What Enter has committed is not committed again when the field is left.
  const entered = useRef<string | null>(null);
  const { label, hint, problem = null, onChange, onCommit } = props;
  return (
    <FieldFrame hint={hint} label={label} problem={problem}>
      {(input) => (
        <input
          {...input}
          autoComplete={props.autoComplete ?? 'off'}
          className={`${BOX} aria-invalid:border-red`}
          defaultValue={props.defaultValue}
          inputMode={props.inputMode}
          name={props.name}
          onBlur={
            onCommit &&
            (({ currentTarget: { value } }) => {
              if (value !== entered.current) onCommit(value);
              entered.current = null;
            })
          }
          onChange={onChange && ((event) => onChange(event.currentTarget.value))}
          onKeyDown={
            onCommit &&
            (({ key, currentTarget: { value } }) => {
              if (key !== 'Enter') return;
              entered.current = value;
              onCommit(value);
            })
          }
          placeholder={props.placeholder}
          ref={props.isFocusedFirst ? takeFocus : undefined}
          spellCheck={false}
          type={props.type ?? 'text'}
          value={props.value}
        />
      )}
    </FieldFrame>
  );
}
