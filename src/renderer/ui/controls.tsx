import { type Ask, type FieldTexts, type FramedInput, SettingRow } from './field.tsx';
import { Select, type SelectProps } from './select.tsx';

type Change<T> = (value: T, ask: Ask) => void;

interface SwitchProps extends Partial<FramedInput> {
  readonly 'aria-label'?: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

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

interface ToggleProps extends FieldTexts {
  readonly isOn: boolean;
  readonly onChange: Change<boolean>;
}

export function Toggle({ isOn, onChange, ...label }: ToggleProps) {
  return (
    <SettingRow {...label}>
      {(input, ask) => (
        <Switch {...input} isOn={isOn} onChange={(turnedOn) => onChange(turnedOn, ask)} />
      )}
    </SettingRow>
  );
}

interface ChoiceProps<T extends string | number>
  extends Omit<SelectProps<T>, 'onChange'>,
    FieldTexts {
  readonly onChange: Change<T>;
}

export function Choice<T extends string | number>(props: ChoiceProps<T>) {
  const { label, hint, problem, onChange, ...select } = props;
  return (
    <SettingRow hint={hint} label={label} problem={problem}>
      {(input, ask) => <Select {...select} {...input} onChange={(value) => onChange(value, ask)} />}
    </SettingRow>
  );
}

interface CheckProps extends Pick<SwitchProps, 'isOn' | 'onChange'> {
  readonly label: string;
}

export function Check({ label, isOn, onChange }: CheckProps) {
  return (
    <label className="flex min-h-6 items-center gap-1.5">
      <input
        checked={isOn}
        className="accent-accent"
        onChange={({ currentTarget: { checked } }) => onChange(checked)}
        type="checkbox"
      />
      {label}
    </label>
  );
}
