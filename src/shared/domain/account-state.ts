import type { Spend } from './billing.ts';
import type { Problem } from './problem.ts';
import { shortName, type Vm } from './vm.ts';

/** One part of an account's snapshot, VMs or spend, which fail separately. A problem says why the value is old or missing. */
export interface Received<T> {
  readonly value: T | null;
  readonly problem: Problem | null;
}

export interface VmList {
  /** Each once, in the provider's order; those with the phase `unconfirmed` are last. `skipped`: unreadable records. */
  readonly vms: readonly Vm[];
  readonly skipped: number;
  /** False: VMs may be missing, because the list changed faster than it could be read, has no stable order, or is too long. */
  readonly isComplete: boolean;
}

/** The known state of one account. Immutable; a poll that changes nothing yields the same object. */
export interface AccountState {
  readonly vms: Received<VmList>;
  readonly spend: Received<Spend>;
}

/** The VMs of an account, also unconfirmed ones; none without a list. */
export const vmsOf = (state: Pick<AccountState, 'vms'> | undefined): readonly Vm[] =>
  state?.vms.value?.vms ?? [];

/** Those that are counted. */
export const confirmedVms = (state: Pick<AccountState, 'vms'> | undefined): readonly Vm[] =>
  vmsOf(state).filter(({ phase }) => phase !== 'unconfirmed');

export const UNKNOWN_STATE: AccountState = {
  vms: { value: null, problem: null },
  spend: { value: null, problem: null },
};

/**
 * - `starting`: before the first poll
 * - `live`: up to date, as far as the credential permits
 * - `outOfDate`: the service is unreachable, rate limited, or its response unreadable
 * - `refused`: the credential was rejected, and is tried again, since services also answer so during a fault
 * - `signedOut`: the session ended, or no credential is stored; sign in again
 * - `blocked`: the keychain is unavailable, or the credential permits nothing
 */
export type AccountStatus = 'starting' | 'live' | 'outOfDate' | 'refused' | 'signedOut' | 'blocked';

/** When the older of the parts was received, or is of where the service sent old figures; ms since the epoch, null: none was. */
export function dataAsOf({ spend }: AccountState, receivedAt: number | null): number | null {
  const { problem } = spend;
  return problem?.kind === 'oldSpend' && receivedAt !== null
    ? Math.min(problem.at, receivedAt)
    : receivedAt;
}

type ProblemSeverity = Exclude<AccountStatus, 'starting' | 'live'> | 'scope';

/** The severity of each kind that does not mean old data. `scope`: the credential is valid but not permitted this. */
const SEVERITY: Readonly<Partial<Record<Problem['kind'], ProblemSeverity>>> = {
  unauthorized: 'signedOut',
  noCredential: 'signedOut',
  keychainLocked: 'blocked',
  keychainUnavailable: 'blocked',
  forbidden: 'scope',
};

export function problemSeverity(problem: Problem): ProblemSeverity {
  const { kind } = problem;
  const isRefused =
    kind === 'unauthorized' && ['apiKey', 'accessToken'].includes(problem.credential);
  return isRefused ? 'refused' : (SEVERITY[kind] ?? 'outOfDate');
}

/** Worst first. A limited scope is no fault unless it permits nothing. */
const ORDER: readonly ProblemSeverity[] = ['signedOut', 'refused', 'blocked', 'outOfDate', 'scope'];

export function accountProblem(state: AccountState): Problem | null {
  const problems = [state.vms.problem, state.spend.problem].filter((problem) => problem !== null);
  const rank = (problem: Problem) => ORDER.indexOf(problemSeverity(problem));
  return problems.toSorted((a, b) => rank(a) - rank(b))[0] ?? null;
}

/** A 403 after data that worked is not believed at once: the data stays, as out of date. */
const isDoubted = ({ value, problem }: Received<unknown>) =>
  value !== null && problem?.kind === 'forbidden';

/** The status of the worse part; a limited scope counts only when it permits neither part. */
export function accountStatus(state: AccountState): AccountStatus {
  const { vms, spend } = state;
  const problem = accountProblem(state);
  if (problem === null) return vms.value || spend.value ? 'live' : 'starting';
  const worst = problemSeverity(problem);
  if (worst !== 'scope') return worst;
  if (isDoubted(vms) || isDoubted(spend)) return 'outOfDate';
  return vms.problem?.kind === 'forbidden' && spend.problem?.kind === 'forbidden'
    ? 'blocked'
    : 'live';
}

/** Whether the credential may read billing only: the service refused the VMs and nothing else. */
export function isBillingOnly(state: AccountState): boolean {
  const { vms, spend } = state;
  return (
    vms.problem?.kind === 'forbidden' && !isDoubted(vms) && spend.problem?.kind !== 'forbidden'
  );
}

/** The VM with the highest rate, as the reason for a high sum. `ratePerHour`: $/h. Null: none is known to cost. */
export function highestReason(states: readonly AccountState[]) {
  const rateOf = (vm: Vm | null) => vm?.billed.perHour ?? 0;
  const highest = states
    .flatMap(confirmedVms)
    .reduce<Vm | null>((found, vm) => (rateOf(vm) > rateOf(found) ? vm : found), null);
  return {
    reason: highest && `highest: ${shortName(highest)}`,
    ratePerHour: highest?.billed.perHour ?? null,
  };
}
