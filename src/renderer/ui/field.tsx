import { type ReactNode, useId, useRef } from 'react';

/** Attributes that connect an input with its label and note. */
interface FramedInput {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

interface FieldFrameProps {
  readonly label: string;
  readonly hint: string | undefined;
  /** What is wrong and what would be valid; null: nothing. */
  readonly problem: string | null;
  readonly children: (input: FramedInput) => ReactNode;
}

/** An input with its label, and its hint or problem directly below the label. */
export function FieldFrame({ label, hint, problem, children }: FieldFrameProps) {
  const id = useId();
  const note = problem ?? hint;
  const input = children({
    id,
    'aria-describedby': note === undefined ? undefined : `${id}-note`,
    'aria-invalid': problem !== null,
  });
  return (
    <div className="grid gap-1">
      <div>
        <label className="block font-medium" htmlFor={id}>
          {label}
        </label>
        {note !== undefined && (
          <p
            aria-live="polite"
            className={`text-small ${problem === null ? 'text-quiet' : 'text-red'}`}
            id={`${id}-note`}
          >
            {note}
          </p>
        )}
      </div>
      {input}
    </div>
  );
}

/** One function identity for all renders, so that the field takes the focus once. */
function takeFocus(input: HTMLInputElement | null): void {
  input?.focus();
}

/** What `Field` and `UnitField` have in common. */
export interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** What is wrong and what would be valid; null: nothing. */
  readonly problem?: string | null;
  readonly name: string;
  readonly type?: 'text' | 'password' | 'date';
  readonly placeholder?: string;
  readonly autoComplete?: string;
  readonly defaultValue?: string;
  readonly value?: string;
  /** Takes the focus when the screen opens. */
  readonly isFocusedFirst?: boolean;
  readonly onChange?: (text: string) => void;
  /** On blur and on Enter. */
  readonly onCommit?: (text: string) => void;
}

interface TextInputProps extends FieldProps {
  readonly input: FramedInput;
  readonly className: string;
  /** Id of a `datalist`. */
  readonly list?: string | undefined;
}

/** The input of a field. */
export function TextInput(props: TextInputProps) {
  // The value committed by Enter, so that blur does not commit it again.
  const entered = useRef<string | null>(null);
  const { onChange, onCommit } = props;
  return (
    <input
      {...props.input}
      autoComplete={props.autoComplete ?? 'off'}
      className={`text-ink select-text placeholder:text-quiet ${props.className}`}
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
      ref={props.isFocusedFirst ? takeFocus : undefined}
      spellCheck={false}
      type={props.type ?? 'text'}
      value={props.value}
    />
  );
}

interface WideFieldProps extends FieldProps {
  /** Earlier values to choose from. */
  readonly suggestions?: readonly string[];
}

/** A single-line input below its label. */
export function Field({ suggestions = [], ...field }: WideFieldProps) {
  const { label, hint, problem = null } = field;
  const listOf = (id: string) => (suggestions.length > 0 ? `${id}-list` : undefined);
  return (
    <FieldFrame hint={hint} label={label} problem={problem}>
      {(input) => (
        <>
          <TextInput
            {...field}
            className="h-8 w-full rounded-md border border-edge bg-raised px-2 aria-invalid:border-red"
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
