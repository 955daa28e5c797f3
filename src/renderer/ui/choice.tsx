import { type ReactNode, useId } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface ChoiceProps<T extends string | number> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  /** No border, a label for screen readers only, and below 360 px this icon in place of the value. */
  readonly icon?: IconName;
  readonly onChange: (value: T) => void;
}

/** A native select. */
export function Choice<T extends string | number>(props: ChoiceProps<T>) {
  const id = useId();
  const { icon } = props;
  const box =
    icon === undefined
      ? 'border border-edge bg-raised pl-2'
      : 'text-quiet text-small hover:text-ink max-[359px]:w-7 max-[359px]:opacity-0';
  return (
    <div className="flex min-h-8 items-center justify-between gap-3">
      <label className={icon === undefined ? 'font-medium' : 'sr-only'} htmlFor={id}>
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
          {props.options.map(({ value, label }) => (
            <option className="bg-raised text-ink" key={value} value={value}>
              {label}
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
    </div>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A checkbox with a hint below. */
export function Toggle({ label, hint, isOn, onChange }: ToggleProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <label className="font-medium" htmlFor={id}>
          {label}
        </label>
        <input
          aria-describedby={hint === undefined ? undefined : `${id}-note`}
          checked={isOn}
          className="size-4 shrink-0 accent-accent"
          id={id}
          onChange={(event) => onChange(event.currentTarget.checked)}
          type="checkbox"
        />
      </div>
      {hint !== undefined && (
        <p className="text-quiet text-small" id={`${id}-note`}>
          {hint}
        </p>
      )}
    </div>
  );
}
