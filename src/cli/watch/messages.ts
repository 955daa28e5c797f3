import { alreadyRunning } from '../../shared/acting/acting.ts';
import { exactDuration } from '../../shared/auto-stop/auto-stop.ts';
import { counted, printable } from '../../shared/format/index.ts';
import type { AppState } from '../../shared/state/index.ts';

/** The texts of `gpu-tray watch`, apart from notifications and problems, which it shares with the app. */
export const watch = {
  serving: (address: string) => `Metrics: http://${address}/metrics`,
  notServed: (address: string, reason: string) =>
    `Failed to serve metrics at ${address}: ${printable(reason)}. Choose another address.`,
  started: (version: string, accounts: number, folder: string) =>
    `gpu-tray ${version} watches ${counted(accounts, 'account')}, with the settings in ${folder}.`,
  idleStop: (ms: number) =>
    `VMs without an auto-stop are stopped once idle for ${exactDuration(ms)}, including those that others started with the same account. Where stopping would erase everything, you get a reminder instead.`,
  acting: (elsewhere: AppState['actsElsewhere']) =>
    elsewhere === null
      ? 'The other process ended. gpu-tray watch now runs alerts and auto-stops.'
      : `${alreadyRunning(elsewhere.actor)} gpu-tray watch only shows changes until that process ends.`,
  /** @param rate null: not shown by the provider */
  read: (vms: number, running: number, rate: string | null) =>
    `Read: ${counted(vms, 'VM')}, ${running} running${rate === null ? '' : `, ${rate}`}.`,
  noSendTo:
    '--send-to needs a credentials file with sendTo, such as {"accounts": […], "sendTo": [{"kind": "ntfy", "url": "https://ntfy.sh", "topic": "…"}]}.',
  unretried: 'Failed to read the accounts again. Trying again in a minute.',
  ended: 'Ended by a signal.',
  /** @param names of VMs whose auto-stop is over, at least one */
  endedUnconfirmed: (names: readonly string[]) =>
    `Ended by a signal. Not confirmed as stopped: ${names.map(printable).join(', ')}. Start gpu-tray watch again, or check in the console.`,
  noDesktop: 'gpu-tray watch has no desktop.',
  useApp: 'Use the app.',
};
