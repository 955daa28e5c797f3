import type { Spend } from '../../../shared/domain/index.ts';

/** Every text of the notes below, at or in place of VMs. */
export const messages = {
  noMatch: 'No VM matches',
  showAll: 'Show all',
  moreInDetails: 'Open details for more.',
  noTerminal: 'No terminal found on this computer.',
  chooseTerminal: 'Choose a terminal in Settings.',
  seeOffers: 'See offers',
  noDataTitle: 'No VMs to show yet',
  incomplete: (service: string) =>
    `${service}’s list of VMs could not be read completely: VMs may be missing.`,
  offline: 'Your VMs appear here when you’re back online.',
  billingOnly: (isOfKey: boolean) =>
    `This ${isOfKey ? 'key' : 'account'} can only see billing, so status and SSH are unavailable.`,
  anotherKey: 'Use another key',
  billedLabel: 'Billed VMs',
} as const;

/** @param from the lowest rate of the offers; null: unknown */
export const noVms = (from: string | null) =>
  `No VMs.${from === null ? '' : ` Launch one from ${from}`}`;

export const billedTitle = (count: number) => `Billed · ${count}`;

/** @param count VMs in a listing that failed to parse, at least 1 */
export function unreadableVms(count: number): string {
  return `${count === 1 ? 'One VM has' : `${count} VMs have`} data that GPU Tray can’t read.`;
}

/** Text below the VMs of a billing-only key; null: the list is complete. @param spend null: not received yet */
export function billedNote(spend: Spend | null): string | null {
  if (spend === null) return 'No billing data yet.';
  const { vms, skipped, perHour } = spend;
  if (skipped > 0) {
    const what = `${vms.length > 0 ? 'more ' : ''}${skipped === 1 ? 'VM' : 'VMs'}`;
    return `${skipped === 1 ? 'One' : skipped} ${what} could not be read.`;
  }
  if (vms.length > 0) return null;
  if (perHour === null) return 'Spend unknown.';
  return perHour === 0 ? 'Nothing is billed right now.' : 'No VMs are listed for this rate.';
}
