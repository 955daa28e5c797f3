import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { RefusalText, useRequest } from './request.tsx';

export interface FramedInput {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
}

export interface FieldTexts {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Shown instead of the hint: the error, and an example of a valid value; null: none. */
  readonly problem?: string | null | undefined;
}

export type Ask = ReturnType<typeof useRequest>['ask'];

interface SettingRowProps extends FieldTexts {
  /** The control is below its label. */
  readonly isWide?: boolean;
  readonly children: (input: FramedInput, ask: Ask) => ReactNode;
}

/** A label and its control. `ask` sends a request; why it was refused is shown below the row. */
export function SettingRow({ isWide = false, children, label, hint, problem }: SettingRowProps) {
  const id = useId();
  const { refusal, ask } = useRequest();
  const note = `${id}-note`;
  const input = { id, 'aria-describedby': note, 'aria-invalid': problem != null };
  const frame = isWide
    ? 'grid grid-cols-[minmax(0,1fr)] gap-1'
    : 'flex min-h-7 flex-wrap items-start justify-between gap-x-3';
  return (
    <div className={frame}>
      <div className={isWide ? '' : 'min-w-0 flex-1 basis-28 py-1'}>
        <label className="block font-medium" htmlFor={id}>
          {label}
        </label>
        <p
          aria-live="polite"
          className={`text-small empty:hidden ${problem == null ? 'text-quiet' : 'text-amber'}`}
          id={note}
        >
          {problem ?? hint}
        </p>
      </div>
      <span className={isWide ? 'contents' : 'flex min-h-7 min-w-0 max-w-full items-center gap-3'}>
        {children(input, ask)}
      </span>
      <RefusalText refusal={refusal} />
    </div>
  );
}

interface InputProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly isFocusedFirst?: boolean;
  readonly onChange?: (text: string) => void;
  /** By Enter, and when the focus leaves: also twice with the same text. */
  readonly onCommit?: (text: string) => void;
}

/** Text before and after a figure, such as `$` and `/h`. */
export interface Unit {
  readonly before?: string;
  readonly after?: string;
}

export interface FieldProps extends FieldTexts, InputProps {
  readonly suggestions?: readonly string[];
  /** Inside the box, which is at the right of the label: small for a figure, wider for money and text. Missing: the box is below the label, as wide as the panel. */
  readonly unit?: Unit | undefined;
}

function TextInput(
  props: InputProps & { readonly input: FramedInput; readonly className: string },
) {
  const { input, className, onChange, onCommit, isFocusedFirst = false, ...attributes } = props;
  const field = useRef<HTMLInputElement>(null);
  // After the effects of a menu that closes, until which everything else is inert. Typing replaces a first value.
  useEffect(() => {
    if (isFocusedFirst) field.current?.select();
  }, [isFocusedFirst]);
  return (
    <input
      autoComplete="off"
      spellCheck={false}
      type="text"
      {...attributes}
      {...input}
      className={`text-ink select-text ${className}`}
      onBlur={onCommit && ((event) => onCommit(event.currentTarget.value))}
      onChange={onChange && ((event) => onChange(event.currentTarget.value))}
      onKeyDown={
        onCommit &&
        (({ key, currentTarget }) => {
          if (key === 'Enter') onCommit(currentTarget.value);
        })
      }
      ref={field}
    />
  );
}

export function Field({ unit, suggestions, label, hint, problem, ...field }: FieldProps) {
  const isFigure = unit?.before === undefined && unit?.after !== undefined;
  return (
    <SettingRow hint={hint} isWide={unit === undefined} label={label} problem={problem}>
      {(input) =>
        unit === undefined ? (
          <>
            <TextInput
              {...field}
              className="h-7 w-full rounded-md border border-edge bg-raised px-2 aria-invalid:border-amber"
              input={input}
              list={suggestions && `${input.id}-list`}
            />
            {suggestions && (
              <datalist id={`${input.id}-list`}>
                {suggestions.map((value) => (
                  <option key={value} value={value} />
                ))}
              </datalist>
            )}
          </>
        ) : (
          // The focus outline surrounds text and unit.
          <span
            className={`flex h-7 max-w-full items-center rounded-md border border-edge bg-raised px-1.5 has-aria-invalid:border-amber has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent ${isFigure ? 'w-16' : 'w-30'}`}
          >
            <span aria-hidden="true" className="text-quiet">
              {unit.before}
            </span>
            <TextInput
              {...field}
              className="min-w-0 grow bg-transparent outline-none"
              input={input}
            />
            <span aria-hidden="true" className="text-quiet">
              {unit.after}
            </span>
          </span>
        )
      }
    </SettingRow>
  );
}

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
    <SettingRow hint={hint} isWide label={label}>
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
    </SettingRow>
  );
}

/** The text of a field that is checked on submit. @param initial until the user types @param check null: valid */
export function useTyped(initial: string, check: (text: string) => string | null) {
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const text = typed ?? initial;
  const onChange = (next: string) => {
    setTyped(next);
    setProblem(null);
  };
  const isValid = () => {
    const found = check(text);
    setProblem(found);
    return found === null;
  };
  return { text, isValid, field: { onChange, problem, value: text } };
}
