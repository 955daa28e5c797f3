import { type ReactNode, useId, useRef } from 'react';
import { SettingRow } from './setting-row.tsx';

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
  /** The input is at the right of its label. */
  readonly isInline?: boolean;
  readonly children: (input: FramedInput) => ReactNode;
}

/** An input with its label, and its hint or problem directly below the label. */
function FieldFrame({ label, hint, problem, isInline = false, children }: FieldFrameProps) {
  const id = useId();
  const note = problem ?? hint;
  const input = children({
    id,
    'aria-describedby': note === undefined ? undefined : `${id}-note`,
    'aria-invalid': problem !== null,
  });
  if (isInline)
    return (
      <SettingRow hint={note} id={id} isProblem={problem !== null} label={label}>
        {input}
      </SettingRow>
    );
  return (
    <div className="grid gap-1">
      <div>
        <label className="block font-medium" htmlFor={id}>
          {label}
        </label>
        {note !== undefined && (
          <p
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

const COLORS = 'rounded-md border border-edge bg-raised text-ink placeholder:text-quiet';
const WIDE = `${COLORS} h-8 w-full px-2 select-text aria-invalid:border-red`;
/** As wide as its text and unit. The outline of the focus is around both. */
const FITTED = `${COLORS} flex h-8 min-w-0 max-w-full items-center px-2 has-aria-invalid:border-red has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent`;

/** Text before and after a figure, such as `$` and `/h`. */
export interface Unit {
  readonly before?: string;
  readonly after?: string;
}

/** An input as wide as its content, with its unit inside the box. */
function FittedBox({ unit, children }: { readonly unit: Unit; readonly children: ReactNode }) {
  return (
    <span className={FITTED}>
      <span aria-hidden="true" className="text-quiet">
        {unit.before}
      </span>
      {children}
      <span aria-hidden="true" className="text-quiet">
        {unit.after}
      </span>
    </span>
  );
}

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
  /** The input is at the right of its label and as wide as its content, with this unit; `{}`: without one. */
  readonly unit?: Unit;
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
  const { label, hint, problem = null, suggestions = [], unit, onChange, onCommit } = props;
  const box = (input: FramedInput) => (
    <input
      {...input}
      autoComplete={props.autoComplete ?? 'off'}
      className={
        unit === undefined
          ? WIDE
          : 'field-sizing-content min-w-6 max-w-full shrink bg-transparent outline-none select-text placeholder:text-quiet'
      }
      defaultValue={props.defaultValue}
      list={suggestions.length > 0 ? `${input.id}-list` : undefined}
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
  return (
    <FieldFrame hint={hint} isInline={unit !== undefined} label={label} problem={problem}>
      {(input) => (
        <>
          {unit === undefined ? box(input) : <FittedBox unit={unit}>{box(input)}</FittedBox>}
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
