import { vmsOf } from '../../../shared/domain/index.ts';
import { type AppState, allVms } from '../../../shared/state/index.ts';
import { type Absences, createAbsences } from '../../monitor/index.ts';
import { exists, keyOf, type SshHost, type VmRef } from '../../ssh/index.ts';
import type { SshWatchPorts } from './ssh-watch.ts';

/** The VMs of an account that are neither listed nor known to the monitor; undefined: the account has no complete list. */
export function missingVms<T extends VmRef>(
  known: Iterable<T>,
  accountId: string,
  { snapshots }: Pick<AppState, 'snapshots'>,
): readonly T[] | undefined {
  const snapshot = snapshots[accountId];
  const list = snapshot?.vms.value;
  if (!list?.isComplete || list.skipped > 0 || snapshot?.vms.problem !== null) return undefined;
  const ids = new Set(vmsOf(snapshot).map(({ id }) => id));
  return [...known].filter((vm) => vm.accountId === accountId && !ids.has(vm.vmId));
}

/** Looks up VMs that only our files know, such as those of earlier runs. @param onGone the VM has to leave our files */
export function createMissingVms(
  { store, lookUp, clock }: Pick<SshWatchPorts, 'store' | 'lookUp' | 'clock'>,
  hosts: () => ReadonlyMap<string, SshHost>,
  onGone: () => void,
) {
  /** By `vmKey`. `gone`: until it left our files; `found`: not looked up again before a rescan. */
  const answers = new Map<string, 'gone' | 'found'>();
  const absences = new Map<string, Absences>();

  function forget(vm: VmRef): void {
    answers.set(keyOf(vm), 'gone');
    onGone();
  }

  async function lookUpOne(vm: VmRef, isMissingLong: boolean): Promise<void> {
    const answer = await lookUp(vm);
    if (answer === 'found') answers.set(keyOf(vm), answer);
    else if (answer === 'gone' || isMissingLong) forget(vm);
  }

  return {
    forget,
    /** Call it after each list of the account. */
    lookUpMissing(accountId: string): void {
      const missing = missingVms(hosts().values(), accountId, store.get());
      if (missing === undefined) return;
      const isMissing = new Set(missing.map(keyOf));
      for (const key of answers.keys()) {
        const host = hosts().get(key);
        const isListed = host?.accountId === accountId && !isMissing.has(key);
        if (host === undefined || isListed) answers.delete(key);
      }
      const account = absences.get(accountId) ?? createAbsences(clock);
      absences.set(accountId, account);
      const open = missing.filter((vm) => !answers.has(keyOf(vm)));
      const ids = open.map(({ vmId }) => vmId);
      const result = account.note(ids, true);
      for (const vm of open) {
        const isGone = result.gone.has(vm.vmId);
        if (result.lookUps.has(vm.vmId)) void lookUpOne(vm, isGone);
        else if (isGone) forget(vm);
      }
    },
    goneHosts(): readonly VmRef[] {
      const destroyed = allVms(store.get()).filter(({ vm }) => !exists(vm));
      const keys = new Set(destroyed.map(({ key }) => key));
      const isGone = (key: string) => answers.get(key) === 'gone' || keys.has(key);
      return [...hosts().values()].filter((vm) => isGone(keyOf(vm)));
    },
    lookUpAgain(): void {
      for (const [key, answer] of answers) if (answer === 'found') answers.delete(key);
    },
  };
}
