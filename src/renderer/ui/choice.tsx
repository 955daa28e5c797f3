import { useId } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { SettingRow } from './setting-row.tsx';

interface ChoiceProps<T extends string | number> {
  readonly label: string;
  readonly hint?: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  /** No border, a label for screen readers only, and below 360 px this icon in place of the value. */
  readonly icon?: IconName;
  readonly onChange: (value: T) => void;
}

/** A native select. */
export function Choice<T extends string | number>(props: ChoiceProps<T>) {
  const { label, hint, icon } = props;
  const id = useId();
  const box =
    icon === undefined
      ? 'border border-edge bg-raised pl-2'
      : 'text-quiet text-small hover:text-ink max-[359px]:w-7 max-[359px]:opacity-0';
  const select = (
    <span className="relative flex min-w-0 max-w-full items-center">
      <select
        aria-describedby={hint === undefined ? undefined : `${id}-note`}
        className={`h-7 w-full min-w-0 appearance-none text-ellipsis rounded-md pr-6 ${box}`}
        id={id}
        onChange={(event) => {
          const chosen = props.options[event.currentTarget.selectedIndex];
          if (chosen !== undefined) props.onChange(chosen.value);
        }}
        value={props.value}
      >
        {props.options.map((option) => (
          <option className="bg-raised text-ink" key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <span
        className={`pointer-events-none absolute right-1 text-quiet ${icon === undefined ? '' : 'max-[359px]:hidden'}`}
      >
        <Icon name="down" />
      </span>
      {icon !== undefined && (
        <span className="pointer-events-none absolute right-1.5 min-[360px]:hidden">
          <Icon name={icon} />
        </span>
      )}
    </span>
  );
  if (icon === undefined)
    return (
      <SettingRow hint={hint} id={id} label={label}>
        {select}
      </SettingRow>
    );
  return (
    <div className="flex min-h-8 items-center">
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      {select}
    </div>
  );
}
