import { FieldFrame, type FieldTexts } from './field.tsx';

interface CodeFieldProps extends FieldTexts {
  readonly name: string;
  readonly value: string;
  readonly placeholder?: string;
  /** Absent: the lines are read-only, and focus selects all of them for copying. */
  readonly onChange?: (text: string) => void;
}

/** Lines such as a command, as high as its text. */
export function CodeField({ label, hint, onChange, ...lines }: CodeFieldProps) {
  return (
    <FieldFrame hint={hint} label={label}>
      {(input) => (
        <textarea
          {...input}
          {...lines}
          className="code-font field-sizing-content min-h-10 w-full resize-none break-all whitespace-pre-wrap rounded-md border border-edge bg-raised px-2 py-1 text-ink select-text"
          maxLength={16_384}
          onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
          onFocus={({ currentTarget }) => {
            if (onChange === undefined) currentTarget.select();
          }}
          readOnly={onChange === undefined}
          spellCheck={false}
        />
      )}
    </FieldFrame>
  );
}
