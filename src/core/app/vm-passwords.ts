import { vmKey } from '../../shared/app/index.ts';
import { vmPhase } from '../../shared/domain/index.ts';
import type { VmPasswords } from '../accounts/index.ts';
import { describeDefect, type Log } from '../log.ts';
import type { PollReport } from '../monitor/index.ts';
import type { Secret } from '../secret.ts';
import type { Settings } from '../settings/index.ts';
import type { VmRef } from '../ssh/index.ts';
import type { DesktopPorts } from './application.ts';
import { refuse } from './refusal-error.ts';
import { type StateStore, withNotice } from './state-store.ts';

export interface VmPasswordsPorts {
  readonly passwords: VmPasswords;
  readonly desktop: Pick<DesktopPorts, 'copy'>;
  readonly log: Log;
}

export type VmPasswordsPart = ReturnType<typeof startVmPasswords>;

/** Keeps the passwords of VMs on request. The state has only whose there are; the panel never gets one. */
export function startVmPasswords(
  { passwords, desktop, log }: VmPasswordsPorts,
  { vmPasswords = [] }: Settings,
  store: StateStore,
) {
  function show({ accountId, vmId }: VmRef, isKept: boolean): void {
    const key = vmKey(accountId, vmId);
    const others = store.get().vmPasswords.filter((one) => one !== key);
    store.set({ vmPasswords: isKept ? [...others, key] : others });
  }

  async function forget(vm: VmRef): Promise<void> {
    const removal = await passwords.forget(vm);
    if (!removal.removed)
      refuse(removal.problem.kind, removal.problem.message, removal.problem.action);
    show(vm, false);
  }

  store.set({ vmPasswords });
  return {
    /** Never rejects: the VM is launched. @param name of the VM */
    async keep(vm: VmRef, name: string, password: Secret): Promise<void> {
      const isKept = await passwords.keep(vm, password).catch((error: unknown) => {
        log.warn('password.unkept', describeDefect(error));
        return false;
      });
      show(vm, isKept);
      const message = `The password of ${name} was not stored: the keychain is unavailable. Store it elsewhere if you copied it.`;
      if (!isKept) store.apply(withNotice(store.core(), 'launch', message));
    },
    async copy(vm: VmRef): Promise<void> {
      const reading = await passwords.read(vm);
      if (reading.state === 'present') return desktop.copy(reading.secret.reveal());
      if (reading.state === 'absent')
        return refuse(
          'notFound',
          'The password is not in the keychain.',
          'Remove it here with “Forget it”.',
        );
      return refuse('keychainLocked', 'Your keychain is unavailable.', 'Unlock it and try again.');
    },
    forget,
    /** The password of a VM that no longer exists is of no use. */
    async polled({ accountId, events }: PollReport): Promise<void> {
      for (const event of events) {
        const isGone =
          event.kind === 'gone' ||
          (event.kind === 'statusChanged' && vmPhase(event.to) === 'destroyed');
        const vm = { accountId, vmId: event.vm.id };
        if (!isGone || !store.get().vmPasswords.includes(vmKey(accountId, vm.vmId))) continue;
        await forget(vm).catch((error: unknown) =>
          log.info('password.unforgotten', describeDefect(error)),
        );
      }
    },
    accountsChanged() {
      const { accounts, vmPasswords: known } = store.get();
      const kept = known.filter((key) => accounts.some(({ id }) => key.startsWith(vmKey(id, ''))));
      if (kept.length < known.length) store.set({ vmPasswords: kept });
    },
  };
}
