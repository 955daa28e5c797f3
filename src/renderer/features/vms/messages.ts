import type { Vm } from '../../../shared/domain/index.ts';
import { printable } from '../../../shared/format/index.ts';
import type { ListGroup, ListOrder } from './list-view.ts';

/** Every user-visible string of the VM list. */
export const messages = {
  list: 'VMs',
  loading: 'Loading VMs',
  filter: 'Filter',
  filterLabel: 'Filter VMs',
  filterHint: 'Name, number, node, GPU, status, address or account (/)',
  sortLabel: 'Sort VMs',
  noMatch: 'No VM matches',
  showAll: 'Show all',
  emptyTitle: 'No VMs yet',
  empty: 'VMs you rent appear here within 30 seconds.',
  refresh: 'Refresh now',
  noDataTitle: 'No VMs to show yet',
  offline: 'Your VMs appear here when you’re back online.',
  billingOnly: 'This key can only see billing, so status and SSH are unavailable.',
  anotherKey: 'Use another key',
  billedLabel: 'Billed VMs',
  copyHint: 'Copy SSH command (C)',
  copied: 'Copied',
  diskBills: 'disk still bills',
  hostKeyChanged: 'host key changed',
  waitingForSsh: 'waiting for SSH',
  ready: 'ready to log in',
  noStatus: 'no status',
  moreInDetails: 'Open details for more.',
  noTerminal: 'No terminal found on this computer.',
  chooseTerminal: 'Choose a terminal in Settings.',
} as const;

export const GROUP_LABELS: Readonly<Record<ListGroup, string>> = {
  running: 'Running',
  changing: 'Changing',
  attention: 'Needs attention',
  stopped: 'Stopped',
  destroyed: 'Destroyed',
};

export const ORDER_LABELS: Readonly<Record<ListOrder, string>> = {
  rate: 'by rate',
  age: 'by age',
  name: 'by name',
};

export const copySshLabel = (name: string) => `Copy SSH command of ${name}`;
export const menuLabel = (name: string) => `Actions for ${name}`;
export const billedTitle = (count: number) => `Billed · ${count}`;

/** @param count VMs in a listing that failed to parse, at least 1 */
export function unreadableVms(count: number): string {
  return `${count === 1 ? 'One VM has' : `${count} VMs have`} data that GPU Tray can’t read.`;
}

/** `2 × 4090`; an unknown part is left out, and `—` when both are unknown. */
export function gpuLabel({ gpuCount, gpuType }: Pick<Vm, 'gpuCount' | 'gpuType'>): string {
  const type = gpuType === null ? '' : printable(gpuType);
  if (gpuCount === null) return type || '—';
  return type ? `${gpuCount} × ${type}` : `${gpuCount} GPU${gpuCount === 1 ? '' : 's'}`;
}
