import { accountStatus, UNKNOWN_STATE, vmsOf } from '../../shared/domain/account-state.ts';
import { shortName, type Vm } from '../../shared/domain/vm.ts';
import { vmKey } from '../../shared/ssh/ssh-state.ts';
import type { Finding, Observed } from './evaluate.ts';

type VmFinding = Pick<Finding, 'verdict'> &
  Partial<Pick<Finding, 'value' | 'reason' | 'isCertain'>>;

const UNKNOWN: VmFinding = { verdict: 'unknown' };

/** Keys of one owner list the same VMs: the first account has their alerts, as long as its key is accepted. */
function vmsOfEarlierAccounts({ app, accountId }: Observed): ReadonlySet<string> {
  const index = app.accounts.findIndex(({ id }) => id === accountId);
  const baseUrl = app.accounts[index]?.baseUrl;
  const ids = app.accounts.slice(0, Math.max(index, 0)).flatMap((account) => {
    const snapshot = app.snapshots[account.id];
    const isSame = account.baseUrl === baseUrl && snapshot !== undefined;
    if (!isSame || ['refused', 'signedOut'].includes(accountStatus(snapshot))) return [];
    return vmsOf(snapshot).map(({ id }) => id);
  });
  return new Set(ids);
}

/** A finding for each VM of the polled account; null: the VMs were not received. @param judge returns null for a VM to leave out */
export function findVms(
  observed: Observed,
  judge: (vm: Vm, key: string) => VmFinding | null,
): readonly Finding[] | null {
  const { app, accountId } = observed;
  const { vms: list, spend } = app.snapshots[accountId] ?? UNKNOWN_STATE;
  if (list.value === null || list.problem !== null) return null;
  const others = vmsOfEarlierAccounts(observed);
  const all = list.value.vms;
  const vms = others.size === 0 ? all : all.filter(({ id }) => !others.has(id));
  const find = (
    vm: Vm,
    key: string,
    { verdict, value = null, reason = null, isCertain = false }: VmFinding,
  ): Finding => ({
    key,
    accountId,
    vmId: vm.id,
    verdict,
    isCertain,
    value,
    reason,
    // Few of thousands of VMs open an alert.
    name: verdict === 'over' ? shortName(vm) : null,
    ratePerHour: verdict === 'over' && spend.problem === null ? vm.billed.perHour : null,
    isLowerBound: vm.rates.now?.isAtLeast ?? false,
  });
  return vms.flatMap((vm) => {
    const key = vmKey(accountId, vm.id);
    const verdict = vm.phase === 'unconfirmed' ? UNKNOWN : judge(vm, key);
    return verdict === null ? [] : [find(vm, key, verdict)];
  });
}
