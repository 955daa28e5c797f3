import type { CheckState } from '../../../shared/app/index.ts';
import { STATE_LABELS } from './messages.ts';

/** Told apart by shape; color only helps. */
const MARKS: Readonly<Record<CheckState, readonly [path: string, color: string]>> = {
  ok: ['m3 8.5 3.5 3.5L13 4.5', 'text-accent'],
  warning: ['M8 2 1.5 13.5h13zM8 6.5v3.25m0 1.75v.25', 'text-amber'],
  failed: ['m4 4 8 8m0-8-8 8', 'text-red'],
  unknown: ['M5.5 6a2.5 2.5 0 1 1 3.6 2.2C8.3 8.7 8 9.2 8 10m0 2v.5', 'text-quiet'],
  notApplicable: ['M4 8h8', 'text-quiet'],
};

/** The state of a check. */
export function CheckMark({ state }: { readonly state: CheckState }) {
  const [path, color] = MARKS[state];
  return (
    <svg
      aria-label={STATE_LABELS[state]}
      className={`size-4 shrink-0 fill-none stroke-current ${color}`}
      role="img"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.5"
      viewBox="0 0 16 16"
    >
      <title>{STATE_LABELS[state]}</title>
      <path d={path} />
    </svg>
  );
}
