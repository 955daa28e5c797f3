export { describeProblem, type ProblemText } from './describe-problem.ts';
export type { VmOrder } from './order.ts';
export type { CredentialProblem, Problem, ProblemKind, ServiceProblem } from './problem.ts';
export type { Spend, SpendVm } from './spend.ts';
export type { Usage, UsageLog, UsageVm } from './usage.ts';
export { VM_STATUSES, type Vm, type VmPhase, type VmStatus, vmName, vmPhase } from './vm.ts';
