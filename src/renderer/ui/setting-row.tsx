import type { ComponentProps, ReactNode } from 'react';
import { type FieldProps, Label, TextInput, useFramedInput } from './field.tsx';
import { Select, type SelectProps } from './select.tsx';

interface SettingRowProps extends ComponentProps<typeof Label> {
  readonly children: ReactNode;
}

/** A control at the right of its label. */
export function SettingRow({ children, ...label }: SettingRowProps) {
  return (
    <div className="flex min-h-7 flex-wrap items-start justify-between gap-x-3">
      <div className="min-w-0 flex-1 basis-28 py-1">
        <Label {...label} />
      </div>
      <span className="flex min-h-7 min-w-0 max-w-full items-center gap-3">{children}</span>
    </div>
  );
}

interface SwitchProps {
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** On or off, applied at once. */
export function Switch({ isOn, onChange, ...attributes }: SwitchProps) {
  return (
    <input
      {...attributes}
      aria-checked={isOn}
      checked={isOn}
      className="switch shrink-0"
      onChange={(event) => onChange(event.currentTarget.checked)}
      role="switch"
      type="checkbox"
    />
  );
}

interface ToggleProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function Toggle({ label, hint, isOn, onChange }: ToggleProps) {
  const { id, 'aria-describedby': described } = useFramedInput({ hint });
  return (
    <SettingRow hint={hint} id={id} label={label}>
      <Switch aria-describedby={described} id={id} isOn={isOn} onChange={onChange} />
    </SettingRow>
  );
}

interface ChoiceProps<T extends string | number> extends SelectProps<T> {
  readonly label: string;
  readonly hint?: string;
  readonly problem?: string | undefined;
}

export function Choice<T extends string | number>(props: ChoiceProps<T>) {
  const { label, hint, problem, ...select } = props;
  const input = useFramedInput({ hint, problem });
  return (
    <SettingRow hint={hint} id={input.id} label={label} problem={problem}>
      <Select {...select} {...input} />
    </SettingRow>
  );
}

/** Text before and after a figure, such as `$` and `/h`. */
export interface Unit {
  readonly before?: string;
  readonly after?: string;
}

interface UnitFieldProps extends FieldProps {
  /** `{}`: without a unit. */
  readonly unit: Unit;
}

/** A single-line input at the right of its label, with its unit inside the box. Money and text get the wider box. */
export function UnitField({ unit, ...field }: UnitFieldProps) {
  const { label, hint, problem } = field;
  const input = useFramedInput(field);
  const isFigure = unit.before === undefined && unit.after !== undefined;
  return (
    <SettingRow hint={hint} id={input.id} label={label} problem={problem}>
      {/* The focus outline surrounds text and unit. */}
      <span
        className={`flex h-7 max-w-full items-center rounded-md border border-edge bg-raised px-1.5 has-aria-invalid:border-amber has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent ${isFigure ? 'w-16' : 'w-30'}`}
      >
        <span aria-hidden="true" className="text-quiet">
          {unit.before}
        </span>
        <TextInput {...field} className="min-w-0 grow bg-transparent outline-none" input={input} />
        <span aria-hidden="true" className="text-quiet">
          {unit.after}
        </span>
      </span>
    </SettingRow>
  );
}
