import type { SshHost } from '../../core/ssh/index.ts';
import { mayAnswerLogin, type Vm, vmName, vmPhase } from '../../shared/domain/index.ts';
import { printable } from '../../shared/format/index.ts';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-code.ts';

/** Why there is nothing to log in to yet, and what to do; null for a VM that runs, or of which nobody knows. */
function notRunning(vm: Vm): string | null {
  if (mayAnswerLogin(vm.status)) return null;
  const state = `${vmName(vm)} is ${printable(vm.status)}`;
  return vmPhase(vm.status) === 'changing' && vm.status !== 'stopping'
    ? `${state}; try again when it is running, and see how far it is with gpu-tray status.`
    : `${state}, not running; GPU Tray does not start VMs, since that costs money, so start it in the console of the service.`;
}

/** @throws CommandError where it cannot be logged in to now; an alias never starts a VM */
export function requireRunning(vm: Vm): void {
  const reason = notRunning(vm);
  if (reason !== null) throw new CommandError(EXIT.stale, reason);
}

/** @param vm null where the service did not answer */
export function noAddress({ alias }: SshHost, vm: Vm | null): CommandError {
  const message =
    vm === null || vm.ipAddress === null
      ? `${alias} has no address yet; try again in a moment.`
      : `What the service gives as the address of ${alias} is none that can be connected to; ask the service if it stays so.`;
  return new CommandError(EXIT.stale, message);
}
