import type { OrderDraft, OrderErrors } from '../domain/order-draft.ts';
import { isUnreached, type Problem } from '../domain/problem.ts';
import { describeProblem, type ProblemContext } from '../domain/problem-text.ts';
import { type Vm, vmName } from '../domain/vm.ts';
import { draftText, type OrderPrice } from '../domain/vm-order.ts';
import type { CurrentLaunch } from './current-launch.ts';
import type { PresetOrder } from './preset.ts';

export interface Launch {
  readonly accountId: string;
  readonly draft: OrderDraft;
  /** ms since the epoch. */
  readonly startedAt: number;
  /** `checking`: without a usable answer, the VM is looked for. `unknown`: it may have been created. */
  readonly phase: 'sending' | 'checking' | 'launched' | 'failed' | 'unknown';
  /** The VM, or a new VM that may be the launched one; null: none yet. */
  readonly vmId: string | null;
  /** Failure, or a remark about a VM that was launched. */
  readonly failure: LaunchFailure;
}

export interface LaunchFailure {
  readonly errors: OrderErrors;
  /** Null: only `errors`. */
  readonly message: string | null;
  /** Null: correct the fields. */
  readonly action: string | null;
}

export function refusedLaunch(problem: Problem, context: ProblemContext): LaunchFailure {
  const { message, action } = describeProblem(problem, { ...context, at: 'launch' });
  if (problem.kind !== 'invalid' || !problem.order) return { errors: {}, message, action };
  const { errors, other } = problem.order;
  return { errors, message: other && `Request rejected: ${other}`, action: null };
}

/** The answer to `POST /vms`, in the service's own words where there are some; null: none of the service. */
function answerText(problem: Problem): string | null {
  const detail = 'detail' in problem ? (problem.detail ?? '').replace(/[.\s]+$/, '') : '';
  if (detail !== '') return `The service answered: ${detail}.`;
  return isUnreached(problem) ? null : describeProblem(problem).message;
}

const LOST = 'The response was lost';

export function checkedLaunch(answer: Problem): string {
  return answerText(answer) ?? `${LOST}.`;
}

/** How a VM was found. @param answer null: of an earlier launch @param name of the VM, where that is not shown beside it */
export function foundLaunch(answer: Problem | null, name?: string): string {
  const end = name === undefined ? '.' : `: ${name}.`;
  if (answer === null) {
    const what = 'Nothing was sent: an earlier, interrupted launch of this VM created';
    return `${what} ${name ?? 'it'}.`;
  }
  const text = answerText(answer);
  if (text === null) return `${LOST}, but the VM was created${end}`;
  return `${text} The VM was created anyway${end}`;
}

/** Of a launch that no complete list has shown for a minute. */
export const NOT_LISTED = {
  message: 'It isn’t in the list yet.',
  action: 'Check the console before you launch again.',
} as const;

const MAX_NAMES = 3;

function nameList(vms: readonly Vm[]): string {
  const names = vms.slice(0, MAX_NAMES).map(vmName);
  const more = vms.length - names.length;
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

export function newVms(vms: readonly Vm[]): string {
  return `A VM may have been created. New in the list since then: ${nameList(vms)}.`;
}

export interface UnknownLaunch {
  /** Problem of its request; null: nothing was sent now, an earlier launch is meant. */
  readonly answer: Problem | null;
  readonly vms: readonly Vm[];
  /** Why the VMs could not be listed, of no meaning where there are new ones; null: a complete list does not show it. */
  readonly problem: Problem | null;
  readonly draft: OrderDraft;
}

export function unknownLaunch({ answer, vms, problem, draft }: UnknownLaunch): LaunchFailure {
  const said =
    answer === null
      ? 'Nothing was sent: an earlier launch is still pending.'
      : checkedLaunch(answer);
  const isListed = vms.length > 0;
  if (!isListed && problem === null)
    return { errors: {}, message: `${said} ${NOT_LISTED.message}`, action: NOT_LISTED.action };
  const known = isListed
    ? newVms(vms)
    : `A VM may have been created, and the VMs could not be listed. ${problem && describeProblem(problem).message}`;
  const what = isListed ? `whether it is ${nameList(vms)}` : 'for a new VM';
  return {
    errors: {},
    message: `${said} ${known}`,
    action: `Before another launch, check in the web console ${what}: ${draftText(draft)}.`,
  };
}

const HOURS_PER_DAY = 24;
/** As billing systems count a month. */
const HOURS_PER_MONTH = 730;

/** $; `period`: the whole reservation, null: none. */
export function orderCosts({ perHour, months }: Pick<OrderPrice, 'perHour' | 'months'>) {
  const perMonth = perHour * HOURS_PER_MONTH;
  const period = months === null ? null : { months, cost: perMonth * months };
  return { perDay: perHour * HOURS_PER_DAY, perMonth, period };
}

/** Unit and source of a price. */
export function priceBasis({ perGpu, gpuCount, by }: OrderPrice): string {
  const times = gpuCount === 1 ? '' : `${gpuCount} × `;
  const what = perGpu === null ? 'the price of the whole machine' : `${times}the price of one GPU`;
  return `for the GPUs, ${by === 'offer' ? 'as offered' : 'by the price list'} (${what})`;
}

export interface LaunchSlice {
  /** Null: none since the start, or it was dismissed. */
  readonly currentLaunch: CurrentLaunch | null;
  /** The same of an order by a draft of the rental service. */
  readonly launch: Launch | null;
  /** By `vmKey`, of VMs that were launched here. `order`: null: unknown. `hasWeb`: its image has a web page, in the console. */
  readonly launchedVms: Readonly<
    Record<string, { readonly order: PresetOrder | null; readonly hasWeb: boolean }>
  >;
  /** By `vmKey`, of VMs that were launched here from a template with WebUI and Jupyter. */
  readonly vmTemplates: Readonly<Record<string, number>>;
}

export const INITIAL_LAUNCH: LaunchSlice = {
  currentLaunch: null,
  launch: null,
  launchedVms: {},
  vmTemplates: {},
};
