import { Icon, type IconName } from './icon.tsx';

export interface SelectProps<T extends string | number> {
  readonly id?: string;
  readonly name?: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}

interface LabeledSelectProps<T extends string | number> extends SelectProps<T> {
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: boolean;
  readonly title?: string;
  /** No border, and below 360 px this icon in place of the value. */
  readonly icon?: IconName;
}

export function Select<T extends string | number>(props: LabeledSelectProps<T>) {
  const { options, icon, onChange, ...attributes } = props;
  const box =
    icon === undefined
      ? 'border border-edge bg-raised pl-2'
      : 'text-quiet text-small hover:text-ink max-[359px]:w-7 max-[359px]:opacity-0';
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
}
