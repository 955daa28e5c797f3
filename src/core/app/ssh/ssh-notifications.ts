import { shortName, type Vm } from '../../../shared/domain/index.ts';
import { endLabel } from '../../../shared/operations/index.ts';
import { SHELL_ONLY } from '../../../shared/ssh/shell-only.ts';
import { type AppState, findAccount } from '../../../shared/state/index.ts';
import type { VmRef } from '../../ssh/index.ts';
import { shownRate, withVmFacts } from '../kernel/notification-text.ts';
import type { Notification } from '../kernel/ports.ts';

/** For a VM that turned running while the app was watching, and on which SSH has not answered for minutes, or a proxy alone would. */
export function runningNotification(
  state: AppState,
  { accountId, vmId }: VmRef,
  vm: Vm,
): Notification {
  const name = shortName(vm);
  const isShellOnly = vm.login?.isShellOnly === true;
  const account = findAccount(state, accountId);
  const end = account === undefined ? 'stop' : endLabel(account, vm).toLowerCase();
  const text = isShellOnly
    ? SHELL_ONLY
    : `SSH has not answered for 5 min. Check it in the console, or ${end} it.`;
  const many = isShellOnly ? 'VMs are running' : 'VMs are running, and SSH does not answer';
  return {
    title: `${name} is running`,
    body: withVmFacts(state, { accountId, vmId }, text),
    batch: { many, name, ratePerHour: null },
    topic: 'vm',
    destination: { kind: 'vm', accountId, vmId },
  };
}

interface ReadyCommand {
  /** The login command; null: unknown. */
  readonly command: string | null;
  /** It is short enough to type. */
  readonly hasShortName: boolean;
}

/** For a VM that turned running while the app was watching, once SSH answers. A click copies a command that is not to be typed. */
export function readyNotification(
  state: AppState,
  { accountId, vmId }: VmRef,
  vm: Vm,
  { command, hasShortName }: ReadyCommand,
): Notification {
  const name = shortName(vm);
  const ratePerHour = vm.billed.perHour;
  const rate = shownRate(state, { accountId, vmId });
  const isCopied = command !== null && !hasShortName;
  return {
    title: `You can log in to ${name}`,
    body: rate === null ? '' : `${rate}.`,
    // A command leaves this computer in no message.
    hint: isCopied ? `Click to copy: ${command}` : (command ?? 'Click to see its details.'),
    batch: { many: 'VMs are ready to log in', name, ratePerHour },
    topic: 'vm',
    destination: { kind: 'vm', accountId, vmId },
    ...(isCopied ? { copy: { accountId, vmId, what: 'ssh' } } : {}),
  };
}
