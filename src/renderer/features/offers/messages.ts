import { formatNumber } from '../../../shared/format/index.ts';
import type { RequestOutput } from '../../../shared/ipc/contract.ts';

export const messages = {
  service: 'Service',
  loading: 'Loading offers…',
  empty: 'No offers available now.',
  nothingFree: 'Nothing is available now.',
  tryAgain: 'Try again',
  refresh: 'Refresh',
  showFull: 'Show unavailable',
  hideFull: 'Hide unavailable',
  noNode: 'Unnamed node',
  launch: 'Launch',
  launchOn: (gpu: string, node: string) => `${gpu} on ${node}`,
  watches: 'Price alerts',
  watch: {
    open: 'Watch',
    start: 'Notify me when',
    minGpus: 'Number of GPUs',
    atMost: '+ are free at $',
    maxPrice: 'Price per hour of one GPU',
    end: '/h or less',
    add: 'Add',
    tooMany: (max: number) => `There are ${max} price alerts. Remove one first.`,
  },
  invalidWatch: 'Enter a whole number of GPUs and a price, such as 1.20.',
  now: (price: string) => `Now ${price} each`,
  noneNow: 'Not available now',
  removeWatch: 'Remove',
} as const;

/** The unit of the groups' prices but for whole machines, and when they were read. */
export const readAt = (time: string) => `$/h of one GPU · updated ${time}`;

export const ofMachine = 'for the whole machine';

export const freeText = (free: number) => `${formatNumber(free, 0)} free`;

export const moreNodes = (count: number) =>
  `${formatNumber(count, 0)} more ${count === 1 ? 'node' : 'nodes'}`;

/** The number of offers that are left out, as a sentence; empty: none. */
export function partialText({
  offers: { length: sent },
  count,
  skipped,
  isComplete,
}: RequestOutput<'readOffers'>): string {
  const notes = [
    sent < count
      ? `The cheapest ${formatNumber(sent, 0)} of ${formatNumber(count, 0)} offers.`
      : '',
    isComplete ? '' : `The service has at least ${formatNumber(count, 0)} offers.`,
    skipped > 0 ? `${formatNumber(skipped, 0)} could not be read.` : '',
  ];
  return notes.filter((note) => note !== '').join(' ');
}

export const watchText = (
  { gpuType, minGpus }: { readonly gpuType: string; readonly minGpus: number },
  price: string,
) => `${minGpus}+ ${gpuType} at ${price} or less each`;
