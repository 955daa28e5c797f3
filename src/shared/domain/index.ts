export {
  type AccountState,
  type AccountStatus,
  accountProblem,
  accountStatus,
  isBillingOnly,
  type Part,
  problemSeverity,
  UNKNOWN_STATE,
  type VmList,
} from './account-state.ts';
export { billedNow } from './billed.ts';
export type { VmOrder } from './order.ts';
export { countedOnce, type LocatedState, sameOwners } from './owners.ts';
export {
  type CredentialProblem,
  type CredentialSent,
  describePollingProblem,
  describeProblem,
  type Problem,
  type ProblemKind,
  type ProblemText,
  type ServiceProblem,
} from './problem.ts';
export { byName, largestFirst } from './rank.ts';
export { runningSince } from './running-since.ts';
export type { Spend, SpendVm } from './spend.ts';
export { sshOptionProblem } from './ssh-option.ts';
export { mayHaveNotebook, TEMPLATES, type Template, templateName } from './template.ts';
export { knownRateOf, type Totals, totalsOf } from './totals.ts';
export type { Usage, UsageLog, UsageVm } from './usage.ts';
export {
  mayAnswerLogin,
  VM_STATUSES,
  type Vm,
  type VmPhase,
  type VmStatus,
  vmName,
  vmPhase,
} from './vm.ts';
