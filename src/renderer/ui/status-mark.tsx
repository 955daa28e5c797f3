import type { VmPhase } from '../../shared/domain/index.ts';

interface Mark {
  readonly shape: string;
  readonly isFilled: boolean;
  readonly colour: string;
}

const CIRCLE = 'M8 3.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Z';

const MARKS: Readonly<Record<VmPhase, Mark>> = {
  running: { shape: CIRCLE, isFilled: true, colour: 'text-accent' },
  changing: { shape: CIRCLE, isFilled: false, colour: 'text-accent' },
  stopped: { shape: CIRCLE, isFilled: false, colour: 'text-quiet' },
  interrupted: { shape: 'M8 2.5 13.5 8 8 13.5 2.5 8Z', isFilled: false, colour: 'text-amber' },
  failed: { shape: 'm4 4 8 8m0-8-8 8', isFilled: false, colour: 'text-red' },
  offline: { shape: 'M4 4h8v8H4z', isFilled: false, colour: 'text-amber' },
  destroyed: { shape: 'M4 8h8', isFilled: false, colour: 'text-quiet' },
  unknown: {
    shape: 'M5.5 6a2.5 2.5 0 1 1 3.6 2.2C8.3 8.7 8 9.2 8 10m0 2v.5',
    isFilled: false,
    colour: 'text-amber',
  },
};

/** The shape of a VM's phase. The word stands beside it. */
export function StatusMark({ phase }: { readonly phase: VmPhase }) {
  const { shape, isFilled, colour } = MARKS[phase];
  return (
    <svg
      aria-hidden="true"
      className={`size-4 shrink-0 stroke-current ${colour} ${isFilled ? 'fill-current' : 'fill-none'}`}
      strokeWidth="1.5"
      viewBox="0 0 16 16"
    >
      <path d={shape} />
      {phase === 'changing' && <path className="fill-current" d="M8 4v8a4 4 0 0 0 0-8Z" />}
    </svg>
  );
}
