import { count, flag, money } from '../../http/read.ts';
import { type Fields, textOrNumber } from './fields.ts';

// `GET /search` and `GET /pricing` have no documented fields: these names are made of the words of the service's document.

const name = (sent: unknown) => textOrNumber(sent) || null;

/** A number, also as text: one GPU would be the wrong unit of a price for `"2"`. */
const whole = (sent: unknown) =>
  count(typeof sent === 'string' && /^\d{1,6}$/.test(sent) ? Number(sent) : sent);

/** The accepted names of each field, the likeliest first, and how its value is read. */
export const FIELDS = {
  gpuType: { names: ['gpu_type', 'gpu_model', 'gpu_name', 'gpu', 'model'], read: name },
  gpuCount: {
    names: ['gpu_count', 'num_gpus', 'gpus', 'number_of_gpus', 'gpu_number', 'gpu_quantity'],
    read: whole,
  },
  node: {
    names: ['node', 'node_id', 'node_name', 'machine', 'machine_id', 'host', 'host_id'],
    read: name,
  },
  rentalType: { names: ['rental_type', 'rental', 'pricing_type', 'billing_type'], read: name },
  months: {
    names: ['reservation_months', 'reserved_months', 'months', 'term_months'],
    read: (sent: unknown) => whole(sent) || null,
  },
  available: {
    names: [
      'available',
      'available_gpus',
      'gpus_available',
      'free_gpus',
      'gpus_free',
      'is_available',
      'available_count',
      'in_stock',
      'stock',
    ],
    read: (sent: unknown) => whole(sent) ?? flag(sent),
  },
} as const;

/** The accepted names of a price without the words of its rental type, the clearest about its unit first. */
const PRICES = [
  'hourly_rate',
  'hourly_price',
  'hourly_cost',
  'price_per_hour',
  'rate_per_hour',
  'cost_per_hour',
  'price_per_gpu_hour',
  'price_per_gpu_per_hour',
  'gpu_hourly_rate',
  'price',
  'rate',
  'cost',
  'pricing',
  'prices',
  'price_per_gpu',
];

/** The words of rental types before or after the name of a price, or in its place. */
const RENTALS = [
  ['on_demand', /_?on_?demand_?/],
  ['interruptible', /_?(?:interruptible|spot|preemptible)_?/],
  ['reserved', /_?reserved(?:_([136])(?:_?m(?:onths?)?)?)?_?/],
] as const;

/** The price in a field: a number, or text such as `0.69` and `$0.69`. */
export function priceOf(sent: unknown): number | null {
  const isText = typeof sent === 'string' && /^\$?\d{1,6}(\.\d{1,12})?$/.test(sent);
  return money(isText ? Number(sent.replace('$', '')) : sent);
}

interface Price {
  readonly value: number;
  readonly rentalType: string | null;
  readonly months: number | null;
  readonly isPerGpu: boolean;
  /** The place of its name in `PRICES`. */
  readonly rank: number;
}

/** The price per hour under a joined name; null: it is not one. */
export function readPrice(name: string, sent: unknown): Price | null {
  const value = priceOf(sent);
  const [rentalType = null, pattern = null] = RENTALS.find(([, words]) => words.test(name)) ?? [];
  const [words = '', months] = pattern?.exec(name) ?? [];
  const rank = PRICES.indexOf(name.replace(words, '') || 'price');
  if (value === null || rank === -1) return null;
  const isPerGpu = name.includes('per_gpu');
  return { value, rentalType, months: months ? Number(months) : null, isPerGpu, rank };
}

/** The clearest price of each rental type and term: `hourly_rate` before `gpu_hourly_rate`. */
export function pricesOf(fields: Fields): readonly Price[] {
  const found = new Map<string, Price>();
  for (const [name, sent] of fields) {
    const price = readPrice(name, sent);
    if (price === null) continue;
    const key = `${price.rentalType} ${price.months}`;
    if (price.rank < (found.get(key)?.rank ?? PRICES.length)) found.set(key, price);
  }
  return [...found.values()];
}
