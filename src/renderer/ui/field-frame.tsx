import { type ReactNode, useId } from 'react';

/** What an input needs to belong to its name and its note. */
export interface FramedInput {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

interface FieldFrameProps {
  readonly label: string;
  readonly hint: ReactNode | undefined;
  /** What is wrong with it and what would be right; null: nothing. */
  readonly problem: string | null;
  readonly children: (input: FramedInput) => ReactNode;
}

/** An input with its name above, and below what helps or what is wrong. */
export function FieldFrame({ label, hint, problem, children }: FieldFrameProps) {
  const id = useId();
  const note = problem ?? hint;
  const hasNote = note !== undefined;
  return (
    <div className="grid gap-1">
      <label className="font-medium" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': hasNote ? `${id}-note` : undefined,
        'aria-invalid': problem !== null,
      })}
      {hasNote && (
        <p
          className={`text-small ${problem === null ? 'text-quiet' : 'text-red'}`}
          id={`${id}-note`}
        >
          {note}
        </p>
      )}
    </div>
  );
}
