import { z } from 'zod';
import type { OfferAssumption, OfferValue } from '../../../shared/domain/index.ts';

// `GET /search` and `GET /pricing` have no documented fields: they are recognized by the words of the service's document.

export type Meaning = Extract<OfferAssumption, { kind: 'field' }>['meaning'];

/** The names of fields, the likeliest first, their words joined by underscores. */
export const NAMES: Readonly<Record<Meaning, readonly string[]>> = {
  gpuType: ['gpu_type', 'gpu_model', 'gpu_name', 'gpu', 'model'],
  gpuCount: ['gpu_count', 'num_gpus', 'gpus', 'number_of_gpus', 'gpu_number', 'gpu_quantity'],
  node: ['node', 'node_id', 'node_name', 'machine', 'machine_id', 'host', 'host_id'],
  rentalType: ['rental_type', 'rental', 'pricing_type', 'billing_type'],
  months: ['reservation_months', 'reserved_months', 'months', 'term_months'],
  available: [
    ...['available', 'available_gpus', 'gpus_available', 'free_gpus', 'gpus_free', 'is_available'],
    ...['available_count', 'in_stock', 'stock'],
  ],
};

/** The names of the service's own document are no assumptions. */
export const DOCUMENTED = ['gpu_type', 'gpu_count', 'node', 'rental_type', 'reservation_months'];

/** The words in the names of prices. `other`: those of amounts that are not the price of an hour. */
const WORDS = {
  price: ['price', 'rate', 'cost', 'hourly', 'pricing', 'prices'],
  onDemand: ['demand', 'ondemand'],
  interruptible: ['interruptible', 'spot', 'preemptible'],
  reserved: ['reserved'],
  term: ['1', '3', '6'],
  besides: ['on', 'month', 'months'],
  other: [
    ...['storage', 'disk', 'ram', 'memory', 'cpu', 'network', 'bandwidth', 'traffic', 'transfer'],
    ...['day', 'daily', 'week', 'weekly', 'month', 'monthly', 'year', 'yearly', 'second', 'minute'],
    ...[
      'setup',
      'deposit',
      'discount',
      'tax',
      'success',
      'error',
      'limit',
      'min',
      'max',
      'minimum',
    ],
  ],
} as const;

const isOf = (word: string, ...kinds: readonly (keyof typeof WORDS)[]) =>
  kinds.some((kind) => WORDS[kind].some((known) => known === word));

/** `availableGPUs`, `available_gpus` and `gpus.available` are the words available and gpus. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

const price = z.lazy(() =>
  z.union([
    z.number().nonnegative().max(1_000_000),
    z
      .string()
      .regex(/^\$?\d{1,6}(\.\d{1,12})?$/)
      .transform((text) => Number(text.replace('$', ''))),
  ]),
);

/** The price in a field: a number, or text such as `0.69` and `$0.69`. */
export function priceOf(value: unknown): number | null {
  return price.safeParse(value).data ?? null;
}

interface PriceField {
  readonly name: string;
  readonly value: number;
  readonly rentalType: string | null;
  readonly months: number | null;
  readonly isPerGpu: boolean;
  /** The larger, the more it says about its unit. */
  readonly clarity: number;
}

function rentalOf(words: readonly string[]): Pick<PriceField, 'rentalType' | 'months'> {
  const find = (kind: keyof typeof WORDS) => words.find((word) => isOf(word, kind));
  if (find('interruptible')) return { rentalType: 'interruptible', months: null };
  if (find('reserved')) {
    const months = find('term');
    return { rentalType: 'reserved', months: months === undefined ? null : Number(months) };
  }
  return { rentalType: find('onDemand') ? 'on_demand' : null, months: null };
}

/** Null for a field that is no price of an hour. */
export function priceField(name: string, sent: OfferValue): PriceField | null {
  const value = priceOf(sent);
  const words = wordsOf(name);
  if (value === null || NAMES.months.includes(words.join('_'))) return null;
  const rental = rentalOf(words);
  // A reservation is for months, its price is not.
  const others = rental.months === null ? words : words.filter((word) => !/^months?$/.test(word));
  if (others.some((word) => isOf(word, 'other'))) return null;
  const isRentalOnly =
    rental.rentalType !== null &&
    words.every((word) => isOf(word, 'onDemand', 'interruptible', 'reserved', 'term', 'besides'));
  if (!isRentalOnly && !words.some((word) => isOf(word, 'price'))) return null;
  const isPerGpu = words.some((word, index) => word === 'per' && words[index + 1] === 'gpu');
  const isPerHour = words.includes('hour') || words.includes('hourly');
  const clarity = (isPerHour ? 2 : 0) + (words.includes('gpu') ? 0 : 1);
  return { name, value, ...rental, isPerGpu, clarity };
}

/** One per rental type and term. Where several fields could be it, the clearest: `hourly_rate` before `gpu_hourly_rate`. */
export function pricesOf(fields: Readonly<Record<string, OfferValue>>): readonly PriceField[] {
  const found = new Map<string, PriceField>();
  for (const [name, value] of Object.entries(fields)) {
    const field = priceField(name, value);
    if (field === null) continue;
    const key = `${field.rentalType} ${field.months}`;
    const known = found.get(key);
    if (known === undefined || known.clarity < field.clarity) found.set(key, field);
  }
  return [...found.values()];
}
