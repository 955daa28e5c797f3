import { useId } from 'react';
import { Select, type SelectProps } from './select.tsx';
import { SettingRow } from './setting-row.tsx';

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
