import type { ComponentProps } from 'react';
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
        className={`h-7 w-full min-w-0 appearance-none text-ellipsis rounded-md pr-6 ${box}`}
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
      <span className="pointer-events-none absolute right-1 text-quiet">
        <Icon name="down" />
      </span>
    </span>
  );
}
