import { type AppState, vmOffersIn } from '../../../shared/app/index.ts';
import { type Vm, vmPhase } from '../../../shared/domain/index.ts';
import type { Refusal } from '../../../shared/ipc/index.ts';
import { copyFromVm, refuseToCopy } from '../../copying.ts';
import { openVm, refuseToOpen } from '../../opening.ts';

function refusalOf(obstacle: string, vm: Vm): Refusal {
  const isGone = vmPhase(vm.status) === 'destroyed';
  return {
    kind: 'noAddress',
    message: `${obstacle}.`,
    action: isGone ? '' : 'Its details say more.',
  };
}

const NO_TERMINAL: Refusal = {
  kind: 'noTerminal',
  message: 'No terminal was found on this computer.',
  action: 'Give a command of your own in the settings.',
};

/** C: copies the SSH command, or says at the row why there is none. */
export function copySshByKey(app: AppState, accountId: string, vm: Vm): void {
  const account = app.accounts.find(({ id }) => id === accountId);
  if (account === undefined) return;
  const target = { accountId, vmId: vm.id, what: 'ssh' } as const;
  const { obstacle } = vmOffersIn(app, account, vm);
  if (obstacle === null) void copyFromVm(target);
  else refuseToCopy(target, refusalOf(obstacle, vm));
}

/** O: logs in to the VM in a terminal, or says at the row why not. */
export function openTerminalByKey(app: AppState, accountId: string, vm: Vm): void {
  const account = app.accounts.find(({ id }) => id === accountId);
  if (account === undefined) return;
  const target = { accountId, vmId: vm.id };
  const opener = { kind: 'terminal' } as const;
  const { obstacle, notRunning, hasTerminal } = vmOffersIn(app, account, vm);
  const reason = obstacle ?? notRunning;
  if (reason !== null) refuseToOpen(target, opener, refusalOf(reason, vm));
  else if (!hasTerminal) refuseToOpen(target, opener, NO_TERMINAL);
  else void openVm(target, opener);
}
