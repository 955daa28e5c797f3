import {
  type AccountState,
  accountStatus,
  billedNow,
  highestVm,
  knownVms,
  largestFirst,
  shortName,
  sumShown,
  type Vm,
} from '../../shared/domain/index.ts';
import { clipped } from '../../shared/format/index.ts';
import { vmKey } from '../../shared/ssh/index.ts';
import { ALL_ACCOUNTS, type Finding, type Observed, type Verdict } from './evaluate.ts';

const MAX_NAMES = 3;
const MAX_NAMES_LENGTH = 200;

/** The VM that costs most, as a reason for a high rate; null: none is known to cost. */
export function highestReason(states: readonly AccountState[]): string | null {
  const highest = highestVm(states);
  return highest === null ? null : `highest: ${shortName(highest.vm)}`;
}

/** The verdict on a VM. `value` is in the rule's unit. */
interface VmFinding {
  readonly verdict: Verdict;
  readonly value?: number | null;
  readonly reason?: string | null;
}

/** Keys of one owner list the same VMs: the first account has their alerts, as long as its key is accepted. */
function vmsOfEarlierAccounts({ app, accountId }: Observed): ReadonlySet<string> {
  const index = app.accounts.findIndex(({ id }) => id === accountId);
  const baseUrl = app.accounts[index]?.baseUrl;
  const ids = app.accounts.slice(0, Math.max(index, 0)).flatMap((account) => {
    const snapshot = app.snapshots[account.id];
    const isSame = account.baseUrl === baseUrl && snapshot !== undefined;
    if (!isSame || accountStatus(snapshot) === 'signedOut') return [];
    return knownVms(snapshot).map(({ id }) => id);
  });
  return new Set(ids);
}

/** The VMs of the polled account; null: they were not received. */
function receivedVms(observed: Observed): readonly Vm[] | null {
  const list = observed.app.snapshots[observed.accountId]?.vms;
  if (!list?.value || list.problem !== null) return null;
  const others = vmsOfEarlierAccounts(observed);
  return list.value.vms.filter(({ id }) => !others.has(id));
}

/** One finding per VM of the polled account; null: its VMs are unknown. */
export function findVms(
  observed: Observed,
  judge: (vm: Vm, key: string) => VmFinding,
): readonly Finding[] | null {
  const { app, accountId } = observed;
  const vms = receivedVms(observed);
  if (vms === null) return null;
  const snapshot = app.snapshots[accountId];
  const spend = snapshot?.spend.value ?? null;
  const find = (vm: Vm, { verdict, value = null, reason = null }: VmFinding): Finding => ({
    key: vmKey(accountId, vm.id),
    accountId,
    vmId: vm.id,
    verdict,
    value,
    reason,
    // Few of thousands of VMs open an alert.
    name: verdict === 'over' ? shortName(vm) : null,
    ratePerHour: verdict === 'over' ? billedNow(vm, spend) : null,
    isLowerBound: false,
  });
  return [
    ...vms.map((vm) => find(vm, judge(vm, vmKey(accountId, vm.id)))),
    ...(snapshot?.vms.value?.unconfirmed ?? []).map((vm) => find(vm, { verdict: 'unknown' })),
  ];
}

/** One finding for the VMs over the limit, without muted ones; its name is theirs, the highest rate first. */
export function together(
  { app, accountId }: Observed,
  key: string,
  found: readonly Finding[],
): Finding {
  const { mutedVms } = app.preferences;
  const over = found
    .filter((one) => one.verdict === 'over' && !mutedVms.includes(one.key))
    .toSorted((a, b) => largestFirst(a.ratePerHour, b.ratePerHour));
  const [first, ...others] = over;
  const more = over.length - MAX_NAMES;
  const names = over.slice(0, MAX_NAMES).map(({ name }) => name);
  const isUnknown = found.some(({ verdict }) => verdict === 'unknown');
  return {
    ...ALL_ACCOUNTS,
    key,
    accountId,
    value: null,
    isLowerBound: false,
    vmId: others.length === 0 ? (first?.vmId ?? null) : null,
    name: clipped(names.join(', '), MAX_NAMES_LENGTH) + (more > 0 ? ` and ${more} more` : ''),
    ratePerHour: sumShown(over.flatMap(({ ratePerHour }) => ratePerHour ?? [])),
    verdict: first === undefined ? (isUnknown ? 'unknown' : 'under') : 'over',
  };
}
