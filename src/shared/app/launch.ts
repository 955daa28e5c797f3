import {
  describeProblem,
  draftText,
  type OrderDraft,
  type OrderErrors,
  type OrderPrice,
  orderErrors,
  type Problem,
  type ProblemContext,
} from '../domain/index.ts';

/** The last launch. */
export interface Launch {
  readonly accountId: string;
  readonly draft: OrderDraft;
  /** ms since the epoch. */
  readonly startedAt: number;
  /** `checking`: the answer was lost, and the VM is looked for. `unknown`: it could not be. */
  readonly phase: 'sending' | 'checking' | 'launched' | 'failed' | 'unknown';
  /** Of the VM; null: there is none yet. */
  readonly vmId: string | null;
  /** What went wrong, or what else there is to know of a VM that was launched. */
  readonly failure: LaunchFailure;
}

/** Why a launch failed, as text. */
export interface LaunchFailure {
  readonly errors: OrderErrors;
  /** What happened, apart from `errors`; null: only those. */
  readonly message: string | null;
  /** What to do; null: correct the fields. */
  readonly action: string | null;
}

/** Why the service refused to create a VM. */
export function refusedLaunch(problem: Problem, context: ProblemContext): LaunchFailure {
  const { message, action } = describeProblem(problem, { ...context, at: 'launch' });
  if (problem.kind !== 'invalid') return { errors: {}, message, action };
  const { errors, other } = orderErrors(problem.detail ?? '');
  if (Object.keys(errors).length === 0) return { errors, message, action };
  return { errors, message: other && `Request rejected: ${other}`, action: null };
}

/** Why a launch without an answer created no VM. */
export function absentLaunch(problem: Problem): LaunchFailure {
  const { message } = describeProblem(problem);
  return {
    errors: {},
    message: `${message} No VM was created: the list of VMs has no such VM.`,
    action: 'Launch again.',
  };
}

/** Why it is not known whether a launch created a VM, and what to check. */
export function unknownLaunch(problem: Problem, draft: OrderDraft): LaunchFailure {
  const { message } = describeProblem(problem);
  return {
    errors: {},
    message: `A VM may have been created: the answer was lost, and the VMs could not be listed. ${message}`,
    action: `Before you launch again, check in the web console for a new VM: ${draftText(draft)}.`,
  };
}

const HOURS_PER_DAY = 24;
/** As billing systems count a month. */
const HOURS_PER_MONTH = 730;

/** What an order costs per day, per month, and for the whole period of a reservation, $; null: it is none. */
export function orderCosts({ perHour, months }: Pick<OrderPrice, 'perHour' | 'months'>) {
  const perMonth = perHour * HOURS_PER_MONTH;
  const period = months === null ? null : { months, cost: perMonth * months };
  return { perDay: perHour * HOURS_PER_DAY, perMonth, period };
}

/** What the price is of, and which list says it. */
export function priceBasis({ perGpu, gpuCount, by }: OrderPrice): string {
  const times = gpuCount === 1 ? '' : `${gpuCount} × `;
  const what = perGpu === null ? 'the price of the whole machine' : `${times}the price of one GPU`;
  return `for the GPUs, ${by === 'offer' ? 'as offered' : 'by the price list'} (${what})`;
}
