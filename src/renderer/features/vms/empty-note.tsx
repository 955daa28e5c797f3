import { type ReactNode, useId } from 'react';

interface EmptyNoteProps {
  readonly title: string;
  readonly words: string;
  /** The one next step. */
  readonly children?: ReactNode;
}

/** What stands in the middle of a list that has nothing to show. */
export function EmptyNote({ title, words, children }: EmptyNoteProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid justify-items-center gap-1 break-words px-6 py-8 text-center"
    >
      <h2 className="font-medium" id={id}>
        {title}
      </h2>
      <p className="text-quiet">{words}</p>
      {children}
    </section>
  );
}
