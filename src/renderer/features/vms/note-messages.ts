import type { Spend } from '../../../shared/domain/billing.ts';

export const messages = {
  noMatch: 'No VM matches',
  showAll: 'Show all',
  seeOffers: 'See offers',
  noDataTitle: 'No VMs to show yet',
  billedLabel: 'Billed VMs',
} as const;

/** @param from the lowest rate of the offers; null: unknown */
export const noVms = (from: string | null) =>
  `No VMs.${from === null ? '' : ` Launch one from ${from}`}`;

/** Text below the VMs of a billing-only key; null: the header says all. @param spend null: not received yet */
export function billedNote(spend: Spend | null): string | null {
  if (spend === null) return 'No billing data yet.';
  const { vms, skipped, perHour } = spend;
  if (skipped > 0) return `${skipped === 1 ? 'One VM' : `${skipped} VMs`} could not be read.`;
  return vms.length === 0 && perHour === 0 ? 'Nothing is billed right now.' : null;
}
