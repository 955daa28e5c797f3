import { useId } from 'react';
import { type FieldProps, TextInput } from './field.tsx';
import { SettingRow } from './setting-row.tsx';

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
