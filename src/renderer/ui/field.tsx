import { type ReactNode, useEffect, useId, useRef } from 'react';

export interface FramedInput {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

export interface FieldTexts {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Shown instead of the hint: the error, and an example of a valid value; null: none. */
  readonly problem?: string | null | undefined;
}

export function useLabel({ label, hint, problem }: FieldTexts) {
  const id = useId();
  const note = problem ?? hint;
  const input: FramedInput = {
    id,
    'aria-describedby': note === undefined ? undefined : `${id}-note`,
    'aria-invalid': problem != null,
  };
  const texts = (
    <>
      <label className="block font-medium" htmlFor={id}>
        {label}
      </label>
      {note !== undefined && (
        <p
          aria-live="polite"
          className={`text-small ${problem == null ? 'text-quiet' : 'text-amber'}`}
          id={`${id}-note`}
        >
          {note}
        </p>
      )}
    </>
  );
  return { texts, input };
}

export interface FrameProps extends FieldTexts {
  readonly children: (input: FramedInput) => ReactNode;
}

export function FieldFrame({ children, ...label }: FrameProps) {
  const { texts, input } = useLabel(label);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <div>{texts}</div>
      {children(input)}
    </div>
  );
}

export interface FieldProps extends FieldTexts {
  readonly name: string;
  readonly type?: 'text' | 'password' | 'date' | 'email';
  readonly placeholder?: string;
  readonly autoComplete?: string;
  readonly defaultValue?: string;
  readonly value?: string;
  readonly isFocusedFirst?: boolean;
  readonly isRequired?: boolean;
  readonly onChange?: (text: string) => void;
  readonly onCommit?: (text: string) => void;
}

interface TextInputProps extends FieldProps {
  readonly input: FramedInput;
  readonly className: string;
  readonly list?: string | undefined;
}

export function TextInput(props: TextInputProps) {
  // Committed by Enter, so that blur does not commit it again.
  const entered = useRef<string | null>(null);
  const { onChange, onCommit, isFocusedFirst = false } = props;
  const field = useRef<HTMLInputElement>(null);
  // After the effects of a menu that closes, until which everything else is inert.
  useEffect(() => {
    if (isFocusedFirst) field.current?.focus();
  }, [isFocusedFirst]);
  return (
    <input
      {...props.input}
      autoComplete={props.autoComplete ?? 'off'}
      className={`text-ink select-text ${props.className}`}
      defaultValue={props.defaultValue}
      list={props.list}
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
      ref={field}
      required={props.isRequired}
      spellCheck={false}
      type={props.type ?? 'text'}
      value={props.value}
    />
  );
}

interface WideFieldProps extends FieldProps {
  readonly suggestions?: readonly string[];
}

export function Field({ suggestions = [], ...field }: WideFieldProps) {
  const { label, hint, problem } = field;
  const listOf = (id: string) => (suggestions.length > 0 ? `${id}-list` : undefined);
  return (
    <FieldFrame hint={hint} label={label} problem={problem}>
      {(input) => (
        <>
          <TextInput
            {...field}
            className="h-7 w-full rounded-md border border-edge bg-raised px-2 aria-invalid:border-amber"
            input={input}
            list={listOf(input.id)}
          />
          {suggestions.length > 0 && (
            <datalist id={listOf(input.id)}>
              {suggestions.map((value) => (
                <option key={value} value={value} />
              ))}
            </datalist>
          )}
        </>
      )}
    </FieldFrame>
  );
}
