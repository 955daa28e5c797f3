import type { ReactNode } from 'react';

interface SettingRowProps {
  /** Of the control; its hint has the id `<id>-note`. */
  readonly id: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly isProblem?: boolean;
  readonly children: ReactNode;
}

/** A control at the right, with its label and the hint directly below it at the left. */
export function SettingRow({ id, label, hint, isProblem = false, children }: SettingRowProps) {
  return (
    <div className="flex min-h-8 flex-wrap items-start justify-between gap-x-3">
      <div className="min-w-0 flex-1 basis-28 py-1.5">
        <label className="block font-medium" htmlFor={id}>
          {label}
        </label>
        {hint !== undefined && (
          <p
            aria-live="polite"
            className={`text-small ${isProblem ? 'text-red' : 'text-quiet'}`}
            id={`${id}-note`}
          >
            {hint}
          </p>
        )}
      </div>
      <span className="flex min-h-8 min-w-0 max-w-full items-center gap-3">{children}</span>
    </div>
  );
}
