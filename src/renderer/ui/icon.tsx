import type { AccountName } from '../../shared/accounts/index.ts';
import type { VmPhase } from '../../shared/domain/vm.ts';

const PATHS = {
  back: 'M10 3 5 8l5 5',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  done: 'm3 8.5 3.5 3.5L13 4.5',
  find: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm3.2-1.3 3.3 3.3',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.6M13 2.5v3h-3',
  warning: 'M8 2 1.5 13.5h13zM8 6.5v3.25m0 1.75v.25',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Zm0-6.5V11m0-6v.25',
  close: 'm3.5 3.5 9 9m0-9-9 9',
  down: 'm4 6.5 4 4 4-4',
  up: 'm4 9.5 4-4 4 4',
  right: 'm6.5 4 4 4-4 4',
  question: 'M5.5 6a2.5 2.5 0 1 1 3.6 2.2C8.3 8.7 8 9.2 8 10m0 2v.5',
  dash: 'M4 8h8',
  muted: 'M4 11.5h8.5L11 9.5V7a3 3 0 0 0-6 0v2.5zM7 13.5h2M2.5 2.5l11 11',
} as const;

export type IconName = keyof typeof PATHS;

interface IconProps {
  readonly name: IconName;
  readonly className?: string;
}

/** A 16 px line icon in the text color, also a forced one, hidden from screen readers. */
export function Icon({ name, className = '' }: IconProps) {
  const classes = `icon forced-color-adjust-auto ${className}`;
  return (
    <svg aria-hidden="true" className={classes} viewBox="0 0 16 16">
      <path d={PATHS[name]} />
    </svg>
  );
}

const CIRCLE = 'M8 3.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Z';
/** The left half of the circle again, which is not filled then. */
const HALF = `${CIRCLE}M8 3.5a4.5 4.5 0 0 0 0 9Z`;
const DIAMOND = 'M8 2.5 13.5 8 8 13.5 2.5 8Z';

type Mark = readonly [shape: string, color: string];

const CHANGING: Mark = [HALF, 'fill-current text-accent'];
const UNKNOWN: Mark = [PATHS.question, 'text-amber'];

const MARKS: Readonly<Record<VmPhase | 'waste', Mark>> = {
  running: [CIRCLE, 'fill-current text-accent'],
  creating: CHANGING,
  starting: CHANGING,
  stopping: CHANGING,
  waste: [DIAMOND, 'fill-current text-amber'],
  stopped: [CIRCLE, 'text-quiet'],
  interrupted: [DIAMOND, 'text-amber'],
  failed: [PATHS.close, 'text-amber'],
  offline: ['M4 4h8v8H4z', 'text-amber'],
  destroyed: [PATHS.dash, 'text-quiet'],
  unknown: UNKNOWN,
  unconfirmed: UNKNOWN,
};

interface StatusMarkProps {
  readonly phase: VmPhase | 'waste';
  /** For screen readers, where no text beside it says the same. */
  readonly label?: string;
}

export function StatusMark({ phase, label }: StatusMarkProps) {
  const [shape, color] = MARKS[phase];
  return (
    <svg
      aria-hidden={label === undefined}
      aria-label={label}
      className={`icon ${color}`}
      fillRule="evenodd"
      role="img"
      viewBox="0 0 16 16"
    >
      <path d={shape} />
    </svg>
  );
}

/** The letters of an account in a column of 14 px, with its name on hover. */
export function AccountMark({ name: account }: { readonly name: AccountName | undefined }) {
  return (
    <span aria-label={account?.name} className="account-mark" role="img" title={account?.name}>
      {account?.mark}
    </span>
  );
}

export function Meter({ percent }: { readonly percent: number }) {
  return <span aria-hidden="true" className="meter" data-percent={percent} />;
}

export function Logo({ color }: { readonly color: 'text-accent' | 'text-red' }) {
  return (
    <svg
      aria-hidden="true"
      className={`size-7 fill-none stroke-current forced-color-adjust-auto ${color}`}
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="2"
      viewBox="0 0 32 32"
    >
      <path d="M8 8h16v16H8z" />
      <path d="M12 4v4m8-4v4m-8 16v4m8-4v4M4 12h4m-4 8h4m16-8h4m-4 8h4" />
      <path d="M13 20v-3m3 3v-8m3 8v-5" />
    </svg>
  );
}
