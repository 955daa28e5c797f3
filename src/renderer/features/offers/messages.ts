import { formatNumber } from '../../../shared/format/index.ts';

/** Every text of the screen besides the assumptions, which are worded for the command line too. */
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
  maxPrice: 'Price at most, $/h',
  maxPricePlaceholder: 'Max $/h',
  noMatch: 'No offer matches. What is unknown of an offer matches no filter.',
  clear: 'Clear filters',
  columns: { gpuType: 'GPU', gpuCount: 'Count', rental: 'Rental', free: 'Free', node: 'Node' },
  price: '$/h',
  yes: 'yes',
  no: 'no',
  how: 'How this was read',
  documented: 'Every field has the name that the service documents.',
  raw: 'Response as the service sent it',
} as const;

export const atLeastLabel = (count: number) => `≥ ${count} ${count === 1 ? 'GPU' : 'GPUs'}`;

/** @param shown that match, of all that were sent */
export function countLabel(shown: number, sent: number, count: number, skipped: number): string {
  const all = shown === sent ? '' : ` of ${formatNumber(sent, 0)}`;
  const more = sent < count ? `, the cheapest of ${formatNumber(count, 0)}` : '';
  const unread = skipped > 0 ? `, ${formatNumber(skipped, 0)} could not be read` : '';
  return `${formatNumber(shown, 0)}${all} shown${more}${unread}`;
}

export const readAt = (time: string) => `updated ${time}`;
