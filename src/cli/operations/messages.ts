import type { Acts } from '../../core/acting/index.ts';
import type { FileFailure } from '../../core/files/index.ts';
import { alreadyRunning } from '../../shared/acting/acting.ts';
import type { VmOperation } from '../../shared/domain/service-profile.ts';
import { printable } from '../../shared/format/index.ts';
import { notDoneTitle } from '../../shared/operations/operation-texts.ts';
import type { StatusSource } from '../accounts/sources.ts';

// The texts of `start`, `stop`, `destroy` and `profile`.

const DONE: Readonly<Record<VmOperation, string>> = {
  start: 'is running',
  stop: 'has stopped',
  destroy: 'is destroyed',
};

export const operate = {
  /** @param lack the provider's sentence in its place; null: a profile may have it */
  lacking: (
    operation: VmOperation,
    { name, consoleUrl }: Pick<StatusSource, 'name' | 'consoleUrl'>,
    lack: string | null,
  ) =>
    lack ??
    `GPU Tray needs a service profile to ${operation} VMs of ${name}. Set one with gpu-tray profile --set <file>, or use the ${
      consoleUrl === null ? 'console' : `console: ${printable(consoleUrl)}`
    }`,
  notNow: (operation: VmOperation, name: string, reason: string) =>
    `Cannot ${operation} ${name} now: ${printable(reason)}`,
  needsYes: (operation: VmOperation | 'launch') =>
    `Standard input is not a terminal. Pass --yes to ${operation} without a confirmation.`,
  question: (operation: VmOperation, name: string, expected: string) =>
    `Type ${expected} to ${operation} ${expected === name ? 'it' : name}: `,
  needsEraseData: (name: string) =>
    `Stopping ${name} erases everything on it: it has no volume. Pass --erase-data to allow that.`,
  waiting: (operation: VmOperation, alias: string) => `Waiting for the ${operation} of ${alias}…`,
  accepted: (operation: VmOperation, alias: string) =>
    `Requested the ${operation} of ${alias}. Check it with gpu-tray status.`,
  confirmed: (operation: VmOperation, alias: string) => `${alias} ${DONE[operation]}.`,
  /** @param note what it waits for; null: unknown */
  unconfirmed: (operation: VmOperation, alias: string, note: string | null) =>
    note === null
      ? `The ${operation} of ${alias} is not confirmed after 2 minutes. Check it in the console.`
      : `${notDoneTitle(alias, operation)}. ${note}`,
};

export const stopIdle = {
  none: 'No idle or stuck VM to stop.',
  /** Of accounts that the app does not have, and of all where it does not run. */
  notKnown:
    'Idle times are unknown for accounts that neither GPU Tray nor gpu-tray watch reads here. Only their stuck VMs are listed.',
  line: (name: string, rate: string, text: string) => `${name}  ${rate}  ${text}`,
  others: 'Can’t be stopped here:',
  console: (url: string | null) => (url === null ? '' : `Console: ${printable(url)}`),
};

export const profile = {
  // Without the typed path, which may be a credential.
  unreadable: ({ reason, action }: FileFailure) => `Failed to read the profile${reason} ${action}`,
  valid: 'The profile is valid.',
  none: 'No service profile is set.',
  notNeeded: (service: string) => `${service} needs no service profile.`,
  /** @param operations null: there is no profile any more */
  changed: (label: string, operations: readonly string[] | null) =>
    operations === null
      ? `Removed the service profile of ${printable(label)}.`
      : `Set the service profile of ${printable(label)}. Operations: ${operations.join(', ') || 'none'}.`,
};

function whoStops(acts: Acts | null): string {
  if (acts === null) return 'The app or gpu-tray watch must be running.';
  if (acts === 'nobody') return 'GPU Tray isn’t running here. Start it, or run gpu-tray watch.';
  return alreadyRunning(acts.actor);
}

export const autoStop = {
  question: (name: string) => `Type ${name} to set its auto-stop: `,
  unread: 'The VM could not be read, so stopping may erase everything on it.',
  needsEraseData: (name: string) => `Pass --erase-data to set the auto-stop of ${name}.`,
  needsRemind: (name: string) => `Nothing was set for ${name}. Pass --remind to set a reminder.`,
  remindQuestion: 'Type yes to set a reminder: ',
  remindOnly: 'A reminder doesn’t stop the VM.',
  removed: (alias: string) => `${alias} has no auto-stop.`,
  /** @param acts null: not known */
  shown: (alias: string, effects: readonly string[], acts: Acts | null) =>
    `${alias}: ${effects.join(' ')} ${whoStops(acts)}`,
  /** Of a timer that is not set, while neither program runs here. */
  notSet: 'The VM won’t stop itself until GPU Tray has set its timer.',
  disarm: 'Type yes to clear their timers before signing out, or press Enter to skip: ',
  disarmed: (name: string, isDone: boolean) =>
    isDone
      ? `${name} no longer stops itself.`
      : `Couldn’t reach ${name}. Its own timer is still set.`,
  noOnVm: (alias: string, reason: string) => `${alias} can’t stop itself. ${reason}`,
};
