import type { AppAccount } from '../accounts/index.ts';
import { asOfTime } from '../polling/freshness.ts';
import { exactDuration, kindOf, type ShownAutoStop, type VmLimit } from './auto-stop.ts';
import { earlierOf, isArmedFor, onVmLimit, type StoredStop, type VmTimer } from './vm-timer.ts';

// Apart from `auto-stop.ts`, which the panel's first screen needs: main writes these texts into the state.

/** Why a VM did not confirm the last write, or that its own stop is refused. `text`: in a sentence. */
export interface TimerProblem {
  readonly text: string;
  readonly isRefused: boolean;
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

const BY_ITSELF = 'The VM stops itself, even when this computer is off.';
const KEEPS_TRYING = 'It keeps trying.';

type ViewedAccount = Partial<Pick<AppAccount, 'keys' | 'can'>>;

function confirmedText(held: VmLimit, timer: VmTimer, { keys }: ViewedAccount, now: number) {
  const { by, isProved } = timer;
  const proof = isProved || keys?.stopsInside ? '' : ' The VM’s own key hasn’t been tested.';
  const who = `The VM stops itself ${vmLimitText(held, now)}: set by ${by}.`;
  return `${by === undefined ? BY_ITSELF : who}${proof}`;
}

function writtenText(
  wanted: VmLimit | null,
  held: VmLimit | null,
  problem: TimerProblem | null,
  now: number,
): string {
  const why = problem === null ? '' : ` ${problem.text} GPU Tray retries every minute.`;
  if (held === null)
    return problem === null
      ? 'Setting the timer on the VM… Keep this computer awake until it’s done.'
      : `Couldn’t set the timer on the VM.${why} Until then, this computer must be awake.`;
  const change =
    wanted === null
      ? 'Its timer isn’t cleared yet'
      : `Its new timer (${vmLimitText(wanted, now)}) isn’t set yet`;
  return `${change}: the VM may still stop itself ${vmLimitText(held, now)}.${why}`;
}

/**
 * Auto-stop and timer of a VM, with the end that row, details and command line show: the earlier one while the VM has not confirmed a
 * change. Undefined: none. @param account empty: signed out @param now for its texts
 */
export function shownAutoStop(
  { autoStop, timer }: StoredStop,
  account: ViewedAccount = {},
  problem: TimerProblem | null = null,
  now = 0,
): ShownAutoStop | undefined {
  const shown = autoStop && { ...autoStop, kind: kindOf(autoStop, account.can) };
  // A reminder is no end that a VM could keep.
  const set = shown?.kind === 'stop' ? autoStop : undefined;
  const [own, wanted] = [set?.limit ?? null, onVmLimit(set)];
  const { held = null, by, sent } = timer ?? {};
  const [vm, end] = [autoStop ?? timer, held ?? wanted];
  if (vm === undefined || end === null) return shown;
  const { accountId, vmId, name } = vm;
  const limit = own === null || own.kind === 'spend' ? end : earlierOf(own, end);
  const show = (isConfirmed: boolean, text: string): ShownAutoStop => {
    const armed = { isConfirmed, text, stops: held, wanted: own, ...(by !== undefined && { by }) };
    return { accountId, vmId, name, ...autoStop, limit, armed, kind: 'stop' };
  };
  const isWanted = wanted === null || by !== undefined || isArmedFor(timer, wanted);
  if (timer === undefined || held === null || sent !== undefined || !isWanted)
    return show(false, writtenText(wanted, held, problem, now));
  if (by === undefined && own === null)
    return show(false, `It should have stopped by now. ${KEEPS_TRYING}`);
  // The VM's own stop was refused: it keeps trying.
  if (problem?.isRefused) return show(false, `${problem.text} ${KEEPS_TRYING}`);
  return show(true, confirmedText(held, timer, account, now));
}
