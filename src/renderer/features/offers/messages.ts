import { formatNumber } from '../../../shared/format/index.ts';
import { DEFAULT_DISK_GB } from '../../../shared/offers/offer-places.ts';

const list = new Intl.ListFormat('en');

export const messages = {
  allClouds: 'All clouds',
  gpu: 'GPU, such as H100',
  minGpus: 'Number of GPUs',
  gpus: (count: number) => (count === 1 ? 'Any number' : `${count}+ GPUs`),
  maxPrice: 'Up to $/h per GPU',
  minVram: 'Memory of one GPU',
  vram: (gb: number) => (gb === 0 ? 'Any memory' : `${gb}+ GB`),
  cloud: 'Cloud',
  interruptible: 'Interruptible',
  reserved: 'reserved',
  loading: 'Loading offers…',
  refresh: 'Refresh',
  unknownGpu: 'Unknown GPU',
  unknownPlace: 'Unknown place',
  none: 'No offers available now.',
  noMatch: 'No offer matches.',
  extra: (what: string) => `plus ${what}`,
  each: (price: string) => `${price} per GPU`,
  more: (count: number, price: string) => `${formatNumber(count, 0)} more from ${price} per GPU`,
  hidden: (count: number) => `${formatNumber(count, 0)} more`,
  readAt: (time: string) => `With ${DEFAULT_DISK_GB} GB of disk · updated ${time}`,
  partial: 'the cheapest ones only',
  problem: (name: string, message: string) => `${name}: ${message}`,
  /** @param isAlone there is no account */
  isPublic: (names: readonly string[], isAlone: boolean) =>
    `Offers of ${list.format(names)} are public and read while this screen is open. ${
      isAlone ? 'Others and price alerts need an account.' : 'Price alerts need an account there.'
    }`,
  notify: 'Notify me at this price',
  notifyHint: 'Enter a GPU and a price. You are notified when an offer matches all filters.',
  tooMany: (max: number) => `There are ${max} price alerts. Remove one first.`,
  alerts: 'Price alerts',
  remove: (alert: string) => `Remove: ${alert}`,
  /** @param name null: no matter which */
  needsAccount: (name: string | null) => `Needs an account${name === null ? '' : ` at ${name}`}`,
} as const;
