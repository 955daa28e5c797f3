import { type ReactNode, useId } from 'react';

interface LabeledProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly problem: string | undefined;
  readonly children: (described: string | undefined) => ReactNode;
}

/** A choice below its label; its problem is said as that of a field. */
export function Labeled({ label, hint, problem, children }: LabeledProps) {
  const id = useId();
  const note = problem ?? hint;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <div>
        <p aria-hidden="true" className="font-medium">
          {label}
        </p>
        <p
          aria-live="polite"
          className={`text-small empty:hidden ${problem === undefined ? 'text-quiet' : 'text-red'}`}
          id={id}
        >
          {note}
        </p>
      </div>
      {children(note === undefined ? undefined : id)}
    </div>
  );
}
