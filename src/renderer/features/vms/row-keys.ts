import { type Vm, vmPhase } from '../../../shared/domain/index.ts';
import type { Refusal } from '../../../shared/ipc/index.ts';
import { findAccount } from '../../../shared/state/index.ts';
import { type VmOffers, vmOffers } from '../../../shared/vms/index.ts';
import { copyFromVm, refuseToCopy } from '../../copy-from-vm.ts';
import { openVm, refuseToOpen } from '../../open-vm.ts';
import { appNow } from '../../store.ts';
import { messages } from './note-messages.ts';

const NO_TERMINAL: Refusal = {
  kind: 'noTerminal',
  message: messages.noTerminal,
  action: messages.chooseTerminal,
};

/** Why nobody can log in to the VM; null: somebody may. */
function loginRefusal(vm: Vm, { obstacle, notRunning }: VmOffers): Refusal | null {
  const reason = obstacle ?? notRunning;
  if (reason === null) return null;
  const action = vmPhase(vm.status) === 'destroyed' ? '' : messages.moreInDetails;
  return { kind: 'noAddress', message: `${reason}.`, action };
}

interface ActiveVm {
  readonly accountId: string;
  readonly vm: Vm;
}

function offersOf({ accountId, vm }: ActiveVm): VmOffers | null {
  const app = appNow();
  const account = findAccount(app, accountId);
  return account === undefined ? null : vmOffers(app, account, vm);
}

/** C: copies the SSH command, or shows at the row why there is none. */
export function copySsh({ accountId, vm }: ActiveVm): void {
  const offers = offersOf({ accountId, vm });
  if (offers === null) return;
  const target = { accountId, vmId: vm.id, what: 'ssh' } as const;
  const refusal = loginRefusal(vm, offers);
  if (refusal === null) void copyFromVm(target);
  else refuseToCopy(target, refusal);
}

/** O: opens a terminal, or shows at the row why it can't. */
export function openTerminal({ accountId, vm }: ActiveVm): void {
  const offers = offersOf({ accountId, vm });
  if (offers === null) return;
  const target = { accountId, vmId: vm.id };
  const refusal = loginRefusal(vm, offers) ?? (offers.hasTerminal ? null : NO_TERMINAL);
  if (refusal === null) void openVm(target, { kind: 'terminal' });
  else refuseToOpen(target, { kind: 'terminal' }, refusal);
}
