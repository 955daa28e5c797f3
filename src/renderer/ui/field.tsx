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

/** An input with its label above and its hint or problem below. */
function FieldFrame({ label, hint, problem, children }: FieldFrameProps) {
  const id = useId();
  const note = problem ?? hint;
  const hasNote = note !== undefined;
  return (
    <div className="grid gap-1">
      <label className="font-medium" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': hasNote ? `${id}-note` : undefined,
        'aria-invalid': problem !== null,
      })}
      {hasNote && (
        <p
          className={`text-small ${problem === null ? 'text-quiet' : 'text-red'}`}
          id={`${id}-note`}
        >
          {note}
        </p>
      )}
    </div>
  );
}

const BOX =
  'h-8 w-full rounded-md border border-edge bg-raised px-2 text-ink placeholder:text-quiet select-text';

/** One function identity for all renders, so that the field takes the focus once. */
function takeFocus(input: HTMLInputElement | null): void {
  input?.focus();
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  /** What is wrong and what would be valid; null: nothing. */
  readonly problem?: string | null;
  readonly name: string;
  readonly type?: 'text' | 'password';
  readonly placeholder?: string;
  /** Earlier values to choose from. */
  readonly suggestions?: readonly string[];
  readonly autoComplete?: string;
  readonly defaultValue?: string;
  readonly value?: string;
  /** Takes the focus when the screen opens. */
  readonly isFocusedFirst?: boolean;
  readonly onChange?: (text: string) => void;
  /** On blur and on Enter. */
  readonly onCommit?: (text: string) => void;
}

/** A single-line input. */
export function Field(props: FieldProps) {
  // The value committed by Enter, so that blur does not commit it again.
  const entered = useRef<string | null>(null);
  const { label, hint, problem = null, suggestions = [], onChange, onCommit } = props;
  return (
    <FieldFrame hint={hint} label={label} problem={problem}>
      {(input) => (
        <>
          <input
            {...input}
            list={suggestions.length > 0 ? `${input.id}-list` : undefined}
            autoComplete={props.autoComplete ?? 'off'}
            className={`${BOX} aria-invalid:border-red`}
            defaultValue={props.defaultValue}
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
          {suggestions.length > 0 && (
            <datalist id={`${input.id}-list`}>
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

interface CopyFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly name: string;
  readonly value: string;
}

/** Read-only lines, such as a command; focus selects all of them for copying. */
export function CopyField({ label, hint, name, value }: CopyFieldProps) {
  return (
    <FieldFrame hint={hint} label={label} problem={null}>
      {(input) => (
        <textarea
          {...input}
          className="code-font field-sizing-content min-h-10 w-full resize-none break-all whitespace-pre-wrap rounded-md border border-edge bg-raised px-2 py-1 text-ink select-text"
          name={name}
          onFocus={(event) => event.currentTarget.select()}
          readOnly
          spellCheck={false}
          value={value}
        />
      )}
    </FieldFrame>
  );
}
