import type { Settings } from '../../core/settings/index.ts';
import {
  commandLine,
  loginCommand,
  plainHost,
  type Shell,
  type Ssh,
  type SshHost,
  sshLoginsOf,
  sshVmsOf,
} from '../../core/ssh/index.ts';
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
import { storedHosts } from '../ssh/host-files.ts';
import { type AccountView, accountLine } from './account-view.ts';

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

/** The command that logs in to a VM; null when it has no valid address or the command cannot be quoted. */
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
    /** The full price; a stopped VM is billed for less. */
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

/** The object that `status --json` prints. Scripts rely on it: keys may be added, not changed. */
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

/** Null where there is no address, or the shell cannot express it: one missing command must not fail the whole status. */
export async function sshCommands(
  ssh: Ssh,
  settings: Settings,
  shell: Shell,
): Promise<SshCommandOf> {
  const logins = sshLoginsOf(settings);
  const key = ({ accountId, vmId }: Pick<SshHost, 'accountId' | 'vmId'>) => `${accountId} ${vmId}`;
  const hosts = new Map((await storedHosts(ssh)).map((host) => [key(host), host]));
  const setup = ssh.setup();
  return (account, vm) => {
    const [seen] = sshVmsOf([{ ...account, vms: [vm] }], logins);
    // Destroyed: its address may belong to another VM by now.
    if (seen === undefined) return null;
    const stored = hosts.get(key(seen));
    const isCurrent = stored !== undefined && stored.address === seen.address;
    return commandLine(shell, loginCommand(isCurrent ? stored : plainHost(seen), setup));
  };
}
