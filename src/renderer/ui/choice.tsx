import { useId } from 'react';
import { Icon } from './icon.tsx';

interface ChoiceProps<T extends string | number> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly words: string }[];
  readonly isBare?: boolean;
  readonly onChange: (value: T) => void;
}

/** One of a few, as the system draws it. `isBare`: the name is for screen readers only. */
export function Choice<T extends string | number>(props: ChoiceProps<T>) {
  const id = useId();
  const box = props.isBare
    ? 'text-quiet text-small hover:text-ink'
    : 'border border-edge bg-raised pl-2';
  return (
    <div className="flex min-h-8 items-center justify-between gap-3">
      <label className={props.isBare ? 'sr-only' : 'font-medium'} htmlFor={id}>
        {props.label}
      </label>
      <span className="relative flex min-w-0 items-center">
        <select
          className={`h-7 w-full min-w-0 appearance-none text-ellipsis rounded-md pr-6 ${box}`}
          id={id}
          onChange={(event) => {
            const chosen = props.options[event.currentTarget.selectedIndex];
            if (chosen !== undefined) props.onChange(chosen.value);
          }}
          value={props.value}
        >
          {props.options.map(({ value, words }) => (
            <option className="bg-raised text-ink" key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
        <span className="pointer-events-none absolute right-1 text-quiet">
          <Icon name="down" />
        </span>
      </span>
    </div>
  );
}
