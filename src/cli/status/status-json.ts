import {
  type AccountState,
  accountProblem,
  accountStatus,
  billedNow,
  countedOnce,
  type Problem,
  type Spend,
  totalsOf,
  type Vm,
  vmName,
} from '../../shared/domain/index.ts';
import { accountLine } from './account-line.ts';
import type { AccountView } from './account-view.ts';

function retryAt(problem: Problem): string | null {
  if (problem.kind !== 'rateLimited' && problem.kind !== 'server') return null;
  return problem.retryAt === null ? null : new Date(problem.retryAt).toISOString();
}

function problemJson(state: AccountState) {
  const problem = accountProblem(state);
  const message = accountLine(state);
  if (problem === null || message === null) return null;
  return { kind: problem.kind, message, retryAt: retryAt(problem) };
}

/** The command that logs in to a VM, or null while there is none. */
export type SshCommandOf = (account: Pick<AccountView, 'id' | 'baseUrl'>, vm: Vm) => string | null;

function vmJson(vm: Vm, spend: Spend | null, ssh: string | null) {
  return {
    id: vm.id,
    vmid: vm.vmid,
    label: vmName(vm),
    status: vm.status,
    gpuType: vm.gpuType,
    gpuCount: vm.gpuCount,
    ipAddress: vm.ipAddress,
    createdAt: vm.createdAt,
    /** The full price; what of it is billed now, the next says. */
    ratePerHour: vm.hourlyRate,
    billedPerHour: billedNow(vm, spend),
    ssh,
  };
}

function spendJson(spend: Spend | null) {
  if (spend === null) return null;
  const { perHour, perDay, perMonth, runningVms, lastUpdated } = spend;
  return { perHour, perDay, perMonth, runningVms, lastUpdated };
}

/** The object that `status --json` prints: a promise to scripts, changed only by adding to it. */
export function statusJson(accounts: readonly AccountView[], sshCommand: SshCommandOf) {
  return {
    accounts: accounts.map(({ id, label, baseUrl, state }) => ({
      id,
      label,
      status: accountStatus(state),
      problem: problemJson(state),
      vms: (state.vms.value?.vms ?? []).map((vm) =>
        vmJson(vm, state.spend.value, sshCommand({ id, baseUrl }, vm)),
      ),
      skipped: state.vms.value?.skipped ?? 0,
      spend: spendJson(state.spend.value),
    })),
    totals: totalsOf(countedOnce(accounts)),
  };
}
