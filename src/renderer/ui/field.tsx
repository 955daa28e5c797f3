import { type ReactNode, useEffect, useId, useRef } from 'react';

/** Attributes that connect an input with its label and note. */
interface FramedInput {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

interface NoteProps {
  readonly hint?: string | undefined;
  /** Shown instead of the hint: the error, and an example of a valid value; null: none. */
  readonly problem?: string | null | undefined;
}

/** Connects an input with the `Label` of the same properties. */
export function useFramedInput({ hint, problem }: NoteProps): FramedInput {
  const id = useId();
  return {
    id,
    'aria-describedby': (problem ?? hint) === undefined ? undefined : `${id}-note`,
    'aria-invalid': problem != null,
  };
}

interface LabelProps extends NoteProps {
  /** Id of the input. */
  readonly id: string;
  readonly label: string;
}

/** A label with the hint or problem directly below it. */
export function Label({ id, label, hint, problem }: LabelProps) {
  const note = problem ?? hint;
  return (
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
}

interface FieldFrameProps extends NoteProps {
  readonly label: string;
  readonly children: (input: FramedInput) => ReactNode;
}

/** An input below its label. */
export function FieldFrame({ children, ...label }: FieldFrameProps) {
  const input = useFramedInput(label);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <div>
        <Label {...label} id={input.id} />
      </div>
      {children(input)}
    </div>
  );
}

export interface FieldProps extends NoteProps {
  readonly label: string;
  readonly name: string;
  readonly type?: 'text' | 'password' | 'date';
  readonly placeholder?: string;
  readonly autoComplete?: string;
  readonly defaultValue?: string;
  readonly value?: string;
  readonly isFocusedFirst?: boolean;
  readonly onChange?: (text: string) => void;
  readonly onCommit?: (text: string) => void;
}

interface TextInputProps extends FieldProps {
  readonly input: FramedInput;
  readonly className: string;
  /** Id of a `datalist`. */
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
      spellCheck={false}
      type={props.type ?? 'text'}
      value={props.value}
    />
  );
}

interface WideFieldProps extends FieldProps {
  readonly suggestions?: readonly string[];
}

/** A single-line input below its label. */
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
