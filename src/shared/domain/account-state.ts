import type { Problem } from './problem.ts';
import type { Spend } from './spend.ts';
import type { Vm } from './vm.ts';

/**
 * One part of an account's snapshot, VMs or spend. They fail apart: a problem here says why the value is old or missing and
 * never takes it away.
 */
export interface Part<T> {
  readonly value: T | null;
  readonly problem: Problem | null;
}

/** All VMs of an account that could be read. */
export interface VmList {
  readonly vms: readonly Vm[];
  /** Records of the service that could not be read. */
  readonly skipped: number;
}

/** What is known of one account. Immutable; a poll that changes nothing yields the same object. */
export interface AccountState {
  readonly vms: Part<VmList>;
  readonly spend: Part<Spend>;
}

/** Of an account that has not answered yet. */
export const UNKNOWN_STATE: AccountState = {
  vms: { value: null, problem: null },
  spend: { value: null, problem: null },
};

/**
 * - `starting`: not asked yet
 * - `live`: as fresh as the credential allows
 * - `stale`: the service cannot be reached, limits us, or answers in a way we cannot read
 * - `signedOut`: the credential is refused or gone; sign in again
 * - `blocked`: the credential is out of reach, or allows nothing
 */
export type AccountStatus = 'starting' | 'live' | 'stale' | 'signedOut' | 'blocked';

/** What a problem makes of an account. `scope`: the credential is good, and not allowed this. */
type ProblemSeverity = Exclude<AccountStatus, 'starting' | 'live'> | 'scope';

/** What kind of trouble a problem is, whoever then says what to do: the panel, the tray or an exit code. */
export function problemSeverity(problem: Problem): ProblemSeverity {
  switch (problem.kind) {
    case 'unauthorized':
    case 'noCredential':
      return 'signedOut';
    case 'keychainLocked':
    case 'keychainUnavailable':
      return 'blocked';
    case 'forbidden':
      return 'scope';
    case 'notFound':
    case 'invalid':
    case 'insufficientBalance':
    case 'rateLimited':
    case 'server':
    case 'network':
    case 'timeout':
    case 'tls':
    case 'notTheService':
    case 'incompatible':
    case 'busy':
      return 'stale';
  }
}

/** Worst first. What the scope of a key does not allow is no fault, unless it allows nothing. */
const ORDER: readonly ProblemSeverity[] = ['signedOut', 'blocked', 'stale', 'scope'];

/** The one problem to tell of an account: the worst of its parts. */
export function accountProblem(state: AccountState): Problem | null {
  const problems = [state.vms.problem, state.spend.problem].filter((problem) => problem !== null);
  const rank = (problem: Problem) => ORDER.indexOf(problemSeverity(problem));
  return problems.toSorted((a, b) => rank(a) - rank(b))[0] ?? null;
}

/** The worse of the two parts decides; what the key's scope does not allow counts only where it allows neither. */
export function accountStatus(state: AccountState): AccountStatus {
  const { vms, spend } = state;
  const problem = accountProblem(state);
  if (problem === null) return vms.value || spend.value ? 'live' : 'starting';
  const worst = problemSeverity(problem);
  if (worst !== 'scope') return worst;
  return vms.problem?.kind === 'forbidden' && spend.problem?.kind === 'forbidden'
    ? 'blocked'
    : 'live';
}

/** Whether the credential may see billing only: the service refused the VMs and nothing else. */
export function isBillingOnly(state: AccountState): boolean {
  return state.vms.problem?.kind === 'forbidden' && state.spend.problem?.kind !== 'forbidden';
}
