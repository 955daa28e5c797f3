import type { SshHost } from '../../core/ssh/index.ts';
import { type Vm, vmName, vmPhase } from '../../shared/domain/index.ts';
import { printable } from '../../shared/format/index.ts';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-code.ts';
import type { SeenAccount } from './account-vms.ts';

/** A host that can be logged in to, and its VM as the service has it now; null where the service did not answer. */
export interface FoundHost {
  readonly host: SshHost & { readonly address: string };
  readonly vm: Vm | null;
}

function vmOf(seen: readonly SeenAccount[], { accountId, vmId }: SshHost): Vm | null {
  const account = seen.find(({ id }) => id === accountId);
  return account?.state.vms.value?.vms.find(({ id }) => id === vmId) ?? null;
}

function knownAliases(hosts: readonly SshHost[]): string {
  if (hosts.length === 0) return 'There is no VM to log in to.';
  return `There are ${hosts.map(({ alias }) => alias).join(', ')}.`;
}

/**
 * The host of that alias. An alias never starts a VM, since that would cost money that nobody has agreed to.
 * @throws CommandError where there is none, or none to log in to
 */
export function findHost(
  alias: string,
  hosts: readonly SshHost[],
  seen: readonly SeenAccount[],
): FoundHost {
  const host = hosts.find((one) => one.alias === alias);
  if (host === undefined)
    throw new CommandError(
      EXIT.usage,
      `No VM is called "${printable(alias)}". ${knownAliases(hosts)}`,
    );
  const vm = vmOf(seen, host);
  if (vm !== null && vmPhase(vm.status) !== 'running')
    throw new CommandError(
      EXIT.stale,
      `${vmName(vm)} is not running, it is ${printable(vm.status)}; GPU Tray does not start VMs, so start it in the console of the service.`,
    );
  const { address } = host;
  if (address === null)
    throw new CommandError(
      EXIT.stale,
      `${alias} has no address that can be connected to; wait a moment and try again.`,
    );
  return { host: { ...host, address }, vm };
}
