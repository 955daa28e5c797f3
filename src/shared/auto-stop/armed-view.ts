import type { GpuLoadProblem } from '../gpu-load/gpu-load.ts';
import { asOfTime } from '../polling/freshness.ts';
import {
  type ArmedRecord,
  earliestEnd,
  isArmedFor,
  isSameLimit,
  onVmLimit,
  type VmLimit,
} from './armed-record.ts';
import type { ArmedLack } from './armed-stop.ts';
import { type AutoStop, type AutoStopLimit, exactDuration } from './auto-stop.ts';

// Apart from `auto-stop.ts`, which the panel's first screen needs: main writes these texts into the state.

/** Why a VM did not confirm what it was told last. `waiting`: it could not be asked yet. */
export type ArmedProblem =
  | { readonly kind: 'waiting' | 'late' }
  | { readonly kind: 'failed'; readonly problem: GpuLoadProblem }
  | { readonly kind: 'lacks'; readonly what: ArmedLack }
  /** The provider refused a call with the VM's own key. `status`: 0: no answer. */
  | { readonly kind: 'refused'; readonly status: number };

export interface OtherArmed {
  readonly computer: string;
  readonly limit: VmLimit;
}

/** Facts about a VM that may stop itself, besides its record. */
export interface ArmedFacts {
  readonly problem: ArmedProblem | null;
  readonly other: OtherArmed | null;
  /** `isProven`: a VM there was seen to stop itself. */
  readonly provider: { readonly name: string; readonly isProven: boolean };
}

/** How row, details and command line show a VM that may stop itself. */
export interface ArmedView {
  /** Behind the label of the auto-stop, ` ✓`: confirmed, ` !`: not; empty: being told. */
  readonly mark: string;
  readonly isConfirmed: boolean;
  /** When the VM may stop itself by an arming of this computer, the earliest; null: it does not. */
  readonly stops: VmLimit | null;
  readonly hover: string;
  /** In sentences. */
  readonly text: string;
  /** The auto-stop that is set; null: none. */
  readonly wanted: AutoStopLimit | null;
  readonly isOther: boolean;
  /** The auto-stop has ended, and the VM goes on trying. */
  readonly isEnded?: boolean;
}

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

export function armedProblemText(problem: ArmedProblem): string {
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
const ENDED = 'Its auto-stop has ended. The VM goes on trying to stop itself.';
const AGAIN = 'GPU Tray tries again every minute.';

const earlier = (one: VmLimit, other: VmLimit) =>
  earliestEnd(other) < earliestEnd(one) ? other : one;

function confirmedText({ name, isProven }: ArmedFacts['provider']): string {
  const proof = isProven ? '' : ` Armed, not yet seen to work at ${name}.`;
  return `${BY_ITSELF}${proof} If it still runs 2 min later, GPU Tray stops it, once this computer is awake and online.`;
}

interface Shown {
  readonly limit: AutoStopLimit;
  readonly armed: ArmedView;
}

function otherView(
  autoStop: AutoStop | undefined,
  { computer, limit }: OtherArmed,
  now: number,
): Shown {
  const isWanted = onVmLimit(autoStop) !== null;
  const by = `The VM stops itself ${vmLimitText(limit, now)}: ${computer} armed that.`;
  const own = autoStop?.limit;
  const shown = own === undefined || own.kind === 'spend' ? limit : earlier(own, limit);
  const text = isWanted ? `${by} This computer’s end is not armed there.` : by;
  const mark = isWanted ? ' !' : ' ✓';
  const wanted = own ?? null;
  const rest = { hover: by, text, wanted, isOther: true, stops: null };
  const armed = { ...rest, mark, isConfirmed: !isWanted };
  return { limit: shown, armed };
}

/** The change that the VM has not confirmed. @param wanted the end that it is to keep itself; null: none */
function changeText(own: AutoStopLimit | null, wanted: VmLimit | null, now: number): string {
  if (own === null) return 'that its auto-stop is off';
  if (wanted === null) return 'that its script is off';
  return `its changed auto-stop (${vmLimitText(wanted, now)})`;
}

/** The end that row, details and command line show: the earlier one while the VM has not confirmed a change. Null: none. */
export function armedView(
  autoStop: AutoStop | undefined,
  record: ArmedRecord | null,
  { problem, other, provider }: ArmedFacts,
  now: number,
): Shown | null {
  if (other !== null) return otherView(autoStop, other, now);
  const wanted = onVmLimit(autoStop);
  const own = autoStop?.limit ?? null;
  const rest = { wanted: own, isOther: false, isConfirmed: false, stops: null };
  if (wanted !== null && isArmedFor(record, wanted)) {
    const text = confirmedText(provider);
    const sure = { isConfirmed: true, stops: wanted, mark: ' ✓', hover: BY_ITSELF, text };
    return { limit: wanted, armed: { ...rest, ...sure } };
  }
  const held = (record?.limits ?? []).filter(
    (each) => wanted === null || !isSameLimit(each, wanted),
  );
  const [first, ...others] = held;
  const why = problem === null ? '' : ` ${armedProblemText(problem)}`;
  if (first === undefined) {
    if (wanted === null) return null;
    const isAsked = problem !== null;
    const text = isAsked
      ? `The VM could not be told to stop itself.${why} ${AGAIN} Until then, this computer must be awake.`
      : 'The VM is being told to stop itself. Until then, this computer must be awake.';
    const armed = { ...rest, mark: isAsked ? ' !' : '', hover: text, text };
    return { limit: wanted, armed };
  }
  const next = others.reduce(earlier, first);
  const limit = own === null || own.kind === 'spend' ? next : earlier(own, next);
  if (own === null && record?.isEnded === true) {
    const armed = { ...rest, isEnded: true, stops: next, mark: ' !', hover: ENDED, text: ENDED };
    return { limit, armed };
  }
  const change = changeText(own, wanted, now);
  const failed = problem === null ? 'has not confirmed yet' : 'could not be told';
  const hover = `The VM ${failed} ${change}: it may still stop itself ${vmLimitText(next, now)}.`;
  return {
    limit,
    armed: { ...rest, stops: next, mark: ' !', hover, text: `${hover}${why} ${AGAIN}` },
  };
}
