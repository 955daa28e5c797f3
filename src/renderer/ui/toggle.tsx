import { type ReactNode, useId } from 'react';

interface ToggleProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Yes or no, with what it means below. */
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
