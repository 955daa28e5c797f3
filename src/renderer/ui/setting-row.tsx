import { type ReactNode, useId } from 'react';
import { type FieldProps, TextInput } from './field.tsx';
import { Select, type SelectProps } from './select.tsx';

interface SettingRowProps {
  /** Of the control; its hint has the id `<id>-note`. */
  readonly id: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly isProblem?: boolean;
  readonly children: ReactNode;
}

/** A control at the right, with its label and the hint directly below it at the left. */
export function SettingRow({ id, label, hint, isProblem = false, children }: SettingRowProps) {
  return (
    <div className="flex min-h-8 flex-wrap items-start justify-between gap-x-3">
      <div className="min-w-0 flex-1 basis-28 py-1.5">
        <label className="block font-medium" htmlFor={id}>
          {label}
        </label>
        {hint !== undefined && (
          <p
            aria-live="polite"
            className={`text-small ${isProblem ? 'text-red' : 'text-quiet'}`}
            id={`${id}-note`}
          >
            {hint}
          </p>
        )}
      </div>
      <span className="flex min-h-8 min-w-0 max-w-full items-center gap-3">{children}</span>
    </div>
  );
}

interface SwitchProps {
  /** For screen readers; default: it has its own label. */
  readonly label?: string;
  readonly id?: string;
  readonly describedBy?: string | undefined;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** On or off, applied at once. */
export function Switch({ label, id, describedBy, isOn, onChange }: SwitchProps) {
  return (
    <input
      aria-checked={isOn}
      aria-describedby={describedBy}
      aria-label={label}
      checked={isOn}
      className="switch shrink-0"
      id={id}
      onChange={(event) => onChange(event.currentTarget.checked)}
      role="switch"
      type="checkbox"
    />
  );
}

interface ToggleProps {
  readonly label: string;
  readonly hint?: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A switch with its label and hint. */
export function Toggle({ label, hint, isOn, onChange }: ToggleProps) {
  const id = useId();
  return (
    <SettingRow hint={hint} id={id} label={label}>
      <Switch
        describedBy={hint === undefined ? undefined : `${id}-note`}
        id={id}
        isOn={isOn}
        onChange={onChange}
      />
    </SettingRow>
  );
}

interface ChoiceProps<T extends string | number> extends SelectProps<T> {
  readonly label: string;
  readonly hint?: string;
}

/** A select at the right of its label. */
export function Choice<T extends string | number>({ label, hint, ...select }: ChoiceProps<T>) {
  const id = useId();
  return (
    <SettingRow hint={hint} id={id} label={label}>
      <Select
        {...select}
        aria-describedby={hint === undefined ? undefined : `${id}-note`}
        id={id}
      />
    </SettingRow>
  );
}

/** Text before and after a figure, such as `$` and `/h`. */
export interface Unit {
  readonly before?: string;
  readonly after?: string;
}

interface UnitFieldProps extends FieldProps {
  /** `{}`: none. */
  readonly unit: Unit;
}

/** A single-line input at the right of its label, as wide as its content, with its unit inside the box. */
export function UnitField({ unit, ...field }: UnitFieldProps) {
  const { label, hint, problem = null } = field;
  const id = useId();
  const note = problem ?? hint;
  const input = {
    id,
    'aria-describedby': note === undefined ? undefined : `${id}-note`,
    'aria-invalid': problem !== null,
  };
  return (
    <SettingRow hint={note} id={id} isProblem={problem !== null} label={label}>
      {/* The outline of the focus is around text and unit. */}
      <span className="flex h-8 min-w-0 max-w-full items-center rounded-md border border-edge bg-raised px-2 has-aria-invalid:border-red has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent">
        <span aria-hidden="true" className="text-quiet">
          {unit.before}
        </span>
        <TextInput
          {...field}
          className="field-sizing-content min-w-6 max-w-full shrink bg-transparent outline-none"
          input={input}
        />
        <span aria-hidden="true" className="text-quiet">
          {unit.after}
        </span>
      </span>
    </SettingRow>
  );
}
