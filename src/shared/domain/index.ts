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
export {
  billedNow,
  type Spend,
  type SpendVm,
  type Usage,
  type UsageLog,
  type UsageVm,
} from './billing.ts';
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
export {
  countedOnce,
  knownRateOf,
  type LocatedState,
  sameOwners,
  type Totals,
  totalsOf,
} from './totals.ts';
export {
  mayAnswerLogin,
  runningSince,
  VM_STATUSES,
  type Vm,
  type VmOrder,
  type VmPhase,
  type VmStatus,
  vmName,
  vmPhase,
} from './vm.ts';
