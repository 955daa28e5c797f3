import { shortName, type Vm } from '../../../shared/domain/index.ts';
import type { VmRef } from '../../ssh/index.ts';
import type { Notification } from '../kernel/ports.ts';

/** For a VM that turned running while the app was watching, and on which SSH has not answered for minutes. */
export function runningNotification({ accountId, vmId }: VmRef, vm: Vm): Notification {
  const name = shortName(vm);
  return {
    title: `${name} is running`,
    body: 'SSH does not answer yet.',
    batch: { many: 'VMs are running, and SSH does not answer', name, ratePerHour: null },
    destination: { kind: 'vm', accountId, vmId },
  };
}

interface ReadyCommand {
  /** The login command; null: unknown. */
  readonly command: string | null;
  /** It is short enough to type. */
  readonly hasShortName: boolean;
  /** $/h; null: unknown. */
  readonly ratePerHour: number | null;
}

/** For a VM that turned running while the app was watching, once SSH answers. A click copies a command that is not to be typed. */
export function readyNotification(
  { accountId, vmId }: VmRef,
  vm: Vm,
  { command, hasShortName, ratePerHour }: ReadyCommand,
): Notification {
  const name = shortName(vm);
  const ready: Notification = {
    title: `You can log in to ${name}`,
    body: command ?? '',
    batch: { many: 'VMs are ready to log in', name, ratePerHour },
    destination: { kind: 'vm', accountId, vmId },
  };
  if (command === null || hasShortName) return ready;
  return { ...ready, body: `Click to copy: ${command}`, copy: { accountId, vmId, what: 'ssh' } };
}
