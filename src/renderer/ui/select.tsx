import { type ComponentProps, useId } from 'react';
import { Icon } from './icon.tsx';

export interface SelectProps<T extends string | number>
  extends Omit<ComponentProps<'select'>, 'value' | 'onChange'> {
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
  readonly isPlain?: boolean;
}

export function Select<T extends string | number>(props: SelectProps<T>) {
  const { options, isPlain = false, onChange, ...attributes } = props;
  const box = isPlain
    ? 'text-quiet text-small hover:text-ink'
    : 'border border-edge bg-raised pl-2';
  return (
    <span className="relative flex min-w-0 max-w-full items-center">
      <select
        {...attributes}
        className={`h-7 w-full min-w-0 appearance-none field-sizing-content text-ellipsis rounded-md pr-6 ${box}`}
        onChange={(event) => {
          const chosen = options[event.currentTarget.selectedIndex];
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option className="bg-raised text-ink" key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon className="pointer-events-none absolute right-1 text-quiet" name="down" />
    </span>
  );
}

interface SegmentsProps<T extends string>
  extends Pick<SelectProps<T>, 'value' | 'options' | 'onChange'> {
  readonly label: string;
}

export function Segments<T extends string>(props: SegmentsProps<T>) {
  const { label, value, options, onChange } = props;
  const name = useId();
  return (
    <fieldset className="flex flex-wrap gap-0.5 rounded-lg bg-hover p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          className="flex min-h-7 grow basis-11 items-center justify-center rounded-md border border-transparent px-1 whitespace-nowrap text-center text-quiet has-checked:border-edge has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
          key={option.value}
        >
          <input
            checked={value === option.value}
            className="sr-only"
            name={name}
            onChange={() => onChange(option.value)}
            type="radio"
            value={option.value}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

/** With the chosen value, which may be another one. */
export const optionsOf = (
  values: readonly number[],
  chosen: number,
  label: (value: number) => string,
) =>
  [...new Set([...values, chosen])]
    .toSorted((a, b) => a - b)
    .map((value) => ({ value, label: label(value) }));
