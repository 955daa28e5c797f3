import type { ReactNode } from 'react';
import { FieldFrame } from './field-frame.tsx';

interface TextAreaProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with it and what would be right; null: nothing. */
  readonly problem?: string | null;
  readonly name: string;
  readonly value: string;
  readonly placeholder?: string;
  /** Left out: it is there to be copied, so all of it is selected when it gets the focus. */
  readonly onChange?: (text: string) => void;
  /** When it is left. */
  readonly onCommit?: (text: string) => void;
}

/** Several lines of text with their name above; as they are typed, none is broken. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, problem = null, onChange, onCommit } = props;
  return (
    <FieldFrame hint={hint} label={label} problem={problem}>
      {(input) => (
        <textarea
          {...input}
          autoComplete="off"
          className="code-font field-sizing-content min-h-10 w-full resize-none break-all whitespace-pre-wrap rounded-md border border-edge bg-raised px-2 py-1 text-ink placeholder:text-quiet select-text aria-invalid:border-red"
          name={props.name}
          onBlur={onCommit && ((event) => onCommit(event.currentTarget.value))}
          onChange={onChange && ((event) => onChange(event.currentTarget.value))}
          onFocus={onChange === undefined ? (event) => event.currentTarget.select() : undefined}
          placeholder={props.placeholder}
          readOnly={onChange === undefined}
          spellCheck={false}
          value={props.value}
        />
      )}
    </FieldFrame>
  );
}
