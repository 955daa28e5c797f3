import type { AppAccount } from '../accounts/index.ts';
import type { GpuLoadProblem } from '../gpu-load/gpu-load.ts';
import { asOfTime } from '../polling/freshness.ts';
import type { ArmedLack } from './armed-stop.ts';
import type { VmLimit } from './auto-stop.ts';
import {
  type AutoStop,
  type AutoStopLimit,
  asShown,
  exactDuration,
  type ShownAutoStop,
  type TimerView,
} from './auto-stop.ts';
import { earlierOf, isArmedFor, onVmLimit, type VmTimer } from './vm-timer.ts';

// Apart from `auto-stop.ts`, which the panel's first screen needs: main writes these texts into the state.

/** Why a VM did not confirm the last write. `waiting`: it could not be called yet. */
export type TimerProblem =
  | { readonly kind: 'waiting' | 'late' }
  | { readonly kind: 'failed'; readonly problem: GpuLoadProblem }
  | { readonly kind: 'lacks'; readonly what: ArmedLack }
  /** The provider refused a call with the VM's own key. `status`: 0: no answer. */
  | { readonly kind: 'refused'; readonly status: number };

const FAILED: Readonly<Record<GpuLoadProblem, string>> = {
  noSsh: 'No ssh was found on this computer.',
  denied: 'Its SSH login was denied.',
  passwordOnly: 'Its SSH login asks for a password.',
  hostKey: 'Its host key is unknown or has changed.',
  unreachable: 'SSH does not reach it.',
  timeout: 'SSH does not reach it.',
  noProgram: 'It has no POSIX shell.',
  programFailed: 'The script failed there.',
  unreadable: 'Its answer could not be read.',
  tooMany: 'Too many VMs are asked.',
};

/** Of what is no program of that name. */
const LACKS: Readonly<Partial<Record<ArmedLack, string>>> = {
  curl: 'It has no program for the stop call: install curl there.',
  key: 'It has no key of its own that this login can read.',
  'nvidia-smi': 'It has no nvidia-smi, which tells whether it is idle.',
  cpu: 'The use of its CPU cannot be read.',
  proc: 'Its /proc cannot be read.',
  folder: 'Its /tmp has no room for a folder that is ours alone.',
  login: 'Its login is a shell only.',
};

export function timerProblemText(problem: TimerProblem): string {
  switch (problem.kind) {
    case 'waiting':
      return 'It cannot be reached over SSH yet.';
    case 'late':
      return 'It was about to stop itself.';
    case 'failed':
      return FAILED[problem.problem];
    case 'lacks':
      return LACKS[problem.what] ?? `It has no ${problem.what} program.`;
    case 'refused':
      return problem.status === 0
        ? 'Its provider does not answer there.'
        : `Its provider refused the VM’s own key (HTTP ${problem.status}).`;
  }
}

/** `at 19:00`, `once idle for 1 h`. */
export function vmLimitText(limit: VmLimit, now: number): string {
  return limit.kind === 'time'
    ? `at ${asOfTime(limit.at, now)}`
    : `once idle for ${exactDuration(limit.ms)}`;
}

/** One sentence about a VM that is not watched any more. @param name of the VM */
export const stillStopsText = (name: string, limit: VmLimit, now: number): string =>
  `${name} still stops itself ${vmLimitText(limit, now)}.`;

const BY_ITSELF = 'The VM stops itself, also when this computer is off.';
const OVER = 'It should have stopped by now. It keeps trying.';
const AGAIN = 'GPU Tray tries again every minute.';
const BACKUP =
  'If it still runs 2 min later, GPU Tray stops it, once this computer is awake and online.';
const SETTING = 'Setting the timer on the VM… Keep this computer awake until it’s done.';

type ViewedAccount = Partial<Pick<AppAccount, 'provider' | 'stopsInside'>> & {
  readonly can?: readonly string[];
};

type Texts = Pick<TimerView, 'isConfirmed' | 'mark' | 'hover' | 'text'>;

const notConfirmed = (mark: string, text: string, hover = text): Texts => ({
  ...{ isConfirmed: false, mark, hover, text },
});

/** Of a timer that the VM confirmed, while nothing else is written. */
function confirmedTexts(
  own: AutoStopLimit | null,
  held: VmLimit,
  { by, isProved }: Pick<VmTimer, 'by' | 'isProved'>,
  { stopsInside }: ViewedAccount,
  now: number,
): Texts {
  if (by === undefined && own === null) return notConfirmed(' !', OVER);
  const proof = isProved || stopsInside ? '' : ' Not proved that its key may stop it.';
  const stops =
    by === undefined ? BY_ITSELF : `The VM stops itself ${vmLimitText(held, now)}: set by ${by}.`;
  const hover = `${stops}${proof}`;
  const text = by === undefined ? `${hover} ${BACKUP}` : hover;
  return { isConfirmed: true, mark: ' ✓', hover, text };
}

/** Of a timer that is written. */
function writtenTexts(
  wanted: VmLimit | null,
  held: VmLimit | null,
  problem: TimerProblem | null,
  now: number,
): Texts {
  const why = problem === null ? '' : ` ${timerProblemText(problem)}`;
  if (held === null && problem === null) return notConfirmed('', SETTING);
  if (held === null)
    return notConfirmed(
      ' !',
      `Couldn’t set the timer on the VM.${why} ${AGAIN} Until then, this computer must be awake.`,
    );
  const change =
    wanted === null
      ? 'Its timer isn’t cleared yet'
      : `Its new timer (${vmLimitText(wanted, now)}) isn’t set yet`;
  const hover = `${change}: the VM may still stop itself ${vmLimitText(held, now)}.`;
  return notConfirmed(' !', `${hover}${why} ${AGAIN}`, hover);
}

/**
 * Auto-stop and timer of a VM, with the end that row, details and command line show: the earlier one while the VM has not confirmed a
 * change. Undefined: none. @param account empty: signed out
 */
export function shownAutoStop(
  autoStop: AutoStop | undefined,
  timer: VmTimer | undefined,
  account: ViewedAccount = {},
  problem: TimerProblem | null,
  now: number,
): ShownAutoStop | undefined {
  const shown = autoStop && asShown(autoStop, account.can);
  // A reminder is no end that a VM could keep.
  const set = shown?.kind === 'stop' ? autoStop : undefined;
  const [own, wanted] = [set?.limit ?? null, onVmLimit(set)];
  const { held = null, by, sent } = timer ?? {};
  const vm = autoStop ?? timer;
  const end = held ?? wanted;
  if (vm === undefined || end === null) return shown;
  const isWritten =
    sent !== undefined || (wanted !== null && by === undefined && !isArmedFor(timer, wanted));
  const texts =
    held === null || timer === undefined || isWritten
      ? writtenTexts(wanted, held, problem, now)
      : confirmedTexts(own, held, timer, account, now);
  const isOwn = own === null || own.kind === 'spend' || (texts.isConfirmed && by === undefined);
  const armed = { ...texts, stops: held, wanted: own, ...(by !== undefined && { by }) };
  const { accountId, vmId, name } = vm;
  const limit = isOwn ? end : earlierOf(own, end);
  return { accountId, vmId, name, ...autoStop, limit, armed, kind: 'stop' };
}
