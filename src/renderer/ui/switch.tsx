import { useId } from 'react';
import { SettingRow } from './setting-row.tsx';

interface SwitchProps {
  /** For screen readers; default: it has a label of its own. */
  readonly label?: string;
  readonly id?: string;
  readonly describedBy?: string | undefined;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** On or off, applied at once. */
export function Switch({ label, id, describedBy, isOn, onChange }: SwitchProps) {
  return (
    <input
      aria-checked={isOn}
      aria-describedby={describedBy}
      aria-label={label}
      checked={isOn}
      className="switch shrink-0"
      id={id}
      onChange={(event) => onChange(event.currentTarget.checked)}
      role="switch"
      type="checkbox"
    />
  );
}

interface ToggleProps {
  readonly label: string;
  readonly hint?: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A switch with its label and hint. */
export function Toggle({ label, hint, isOn, onChange }: ToggleProps) {
  const id = useId();
  return (
    <SettingRow hint={hint} id={id} label={label}>
      <Switch
        describedBy={hint === undefined ? undefined : `${id}-note`}
        id={id}
        isOn={isOn}
        onChange={onChange}
      />
    </SettingRow>
  );
}
