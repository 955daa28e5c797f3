import { formatNumber } from '../../../shared/format/index.ts';
import type { RequestOutput } from '../../../shared/ipc/index.ts';

/** Every text of the screen. */
export const messages = {
  title: 'Prices and offers',
  lists: { search: 'Offers', pricing: 'Prices' },
  service: 'Service',
  loading: { search: 'Loading offers…', pricing: 'Loading prices…' },
  empty: { search: 'The service has no offers now.', pricing: 'The service sent no prices.' },
  tryAgain: 'Try again',
  refresh: 'Refresh',
  anyGpu: 'Any GPU',
  gpuLabel: 'GPU type',
  countLabel: 'GPUs at least',
  anyCount: 'Any count',
  anyRental: 'Any rental',
  rentalLabel: 'Rental type',
  maxPrice: (currency: string) => `Price at most, ${currency}/h`,
  maxPricePlaceholder: (currency: string) => `Max ${currency}/h`,
  noMatch: 'No offer matches. Offers with an unknown value are filtered out.',
  clear: 'Clear filters',
  columns: { gpuType: 'GPU', gpuCount: 'Price for', rental: 'Rental', free: 'Free', node: 'Node' },
  price: (currency: string) => `${currency}/h`,
  yes: 'yes',
  no: 'no',
  watches: 'Price alerts',
  watch: {
    start: 'Notify me when',
    minGpus: 'Number of GPUs',
    orMore: 'or more',
    atMost: 'cost at most',
    maxPrice: 'Price per hour of one GPU',
    end: (currency: string) => `${currency}/h each.`,
    add: 'Add',
  },
  invalidWatch: 'Enter a whole number of GPUs and a price, such as 1.20.',
  now: 'Now',
  noneNow: 'Not on offer now',
  removeWatch: 'Remove',
} as const;

export const atLeastLabel = (count: number) => `≥ ${count} ${count === 1 ? 'GPU' : 'GPUs'}`;

export const gpusLabel = (count: number) =>
  `${formatNumber(count, 0)} ${count === 1 ? 'GPU' : 'GPUs'}`;

/** @param shown that match, of all that were sent */
export function countLabel(
  shown: number,
  { offers, count, skipped, isComplete }: RequestOutput<'readOffers'>,
): string {
  const sent = offers.length;
  const all = shown === sent ? '' : ` of ${formatNumber(sent, 0)}`;
  const more = sent < count ? `, the cheapest of ${formatNumber(count, 0)}` : '';
  const least = isComplete ? '' : `; the service has at least ${formatNumber(count, 0)}`;
  const unread = skipped > 0 ? `, ${formatNumber(skipped, 0)} could not be read` : '';
  return `${formatNumber(shown, 0)}${all} shown${more}${unread}${least}`;
}

export const readAt = (time: string) => `updated ${time}`;

export const watchText = (
  { gpuType, minGpus }: { readonly gpuType: string; readonly minGpus: number },
  price: string,
) => `${minGpus} or more ${gpuType} at ${price} or less, each`;

export const launchLabel = (gpuType: string) => `Launch ${gpuType}…`;
