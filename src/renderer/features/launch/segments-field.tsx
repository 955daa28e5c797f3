import type { ComponentProps } from 'react';
import { Segments } from '../../ui/index.ts';

interface SegmentsFieldProps extends ComponentProps<typeof Segments<string>> {
  readonly problem: string | undefined;
  readonly hint?: string | undefined;
}

/** Segments below their label. */
export function SegmentsField({ hint, problem, ...segments }: SegmentsFieldProps) {
  return (
    <div className="grid gap-1" data-invalid={problem === undefined ? undefined : ''}>
      <div>
        <p aria-hidden="true" className="font-medium">
          {segments.label}
        </p>
        <p
          aria-live="polite"
          className={`text-small empty:hidden ${problem === undefined ? 'text-quiet' : 'text-amber'}`}
        >
          {problem ?? hint}
        </p>
      </div>
      <Segments {...segments} />
    </div>
  );
}
