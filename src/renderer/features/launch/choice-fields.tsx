import type { ComponentProps } from 'react';
import { FieldFrame, Segments, Select } from '../../ui/index.ts';

interface ChoiceFieldProps {
  readonly label: string;
  readonly problem: string | undefined;
}

type SelectFieldProps = ChoiceFieldProps & ComponentProps<typeof Select<string>>;

/** A select below its label. */
export function SelectField({ label, problem, ...select }: SelectFieldProps) {
  return (
    <FieldFrame label={label} problem={problem}>
      {(input) => <Select {...select} {...input} />}
    </FieldFrame>
  );
}

interface SegmentsFieldProps extends ChoiceFieldProps, ComponentProps<typeof Segments<string>> {
  readonly hint?: string | undefined;
}

/** Segments below their label. */
export function SegmentsField({ hint, problem, ...segments }: SegmentsFieldProps) {
  return (
    <div className="grid gap-1" data-invalid={problem === undefined ? undefined : ''}>
      <div>
        <p aria-hidden="true" className="font-medium">
          {segments.label}
        </p>
        <p
          aria-live="polite"
          className={`text-small empty:hidden ${problem === undefined ? 'text-quiet' : 'text-amber'}`}
        >
          {problem ?? hint}
        </p>
      </div>
      <Segments {...segments} />
    </div>
  );
}
