import { count, flag, isObject, money } from '../../http/read.ts';
import { type Fields, fieldsOf, find, textOrNumber } from './fields.ts';

// `GET /search` and `GET /pricing` have no documented fields: these names are made of the words of the service's document.

/** A number, also as text: one GPU would be the wrong unit of a price for `"2"`. */
const whole = (sent: unknown) =>
  count(typeof sent === 'string' && /^\d{1,6}$/.test(sent) ? Number(sent) : sent);

const name = (sent: unknown) => textOrNumber(sent) || null;

/** The accepted names of each field, the likeliest first, and how its value is read. */
const FIELDS = {
  gpuType: { names: ['gpu_type', 'gpu_model', 'gpu_name', 'gpu', 'model'], read: name },
  gpuCount: { names: ['gpu_count', 'num_gpus', 'gpus', 'number_of_gpus'], read: whole },
  node: { names: ['node', 'node_id', 'node_name', 'machine', 'machine_id', 'host'], read: name },
  rental: {
    names: ['rental_type', 'rental', 'pricing_type', 'billing_type'],
    read: (sent: unknown) => name(sent)?.toLowerCase().replace(/[ -]/g, '_') ?? null,
  },
  months: {
    names: ['reservation_months', 'reserved_months', 'months', 'term_months'],
    read: (sent: unknown) => whole(sent) || null,
  },
  /** Free GPUs, or whether any are. */
  available: {
    names: ['available', 'available_gpus', 'gpus_available', 'free_gpus', 'gpus_free', 'stock'],
    read: (sent: unknown) => whole(sent) ?? flag(sent),
  },
} as const;

/** The accepted names of a price without the words of its rental type, the clearest about its unit first. */
const PRICES = [
  ...['hourly_rate', 'hourly_price', 'price_per_hour', 'rate_per_hour', 'price_per_gpu_hour'],
  ...['price_per_gpu_per_hour', 'gpu_hourly_rate', 'price', 'rate', 'pricing', 'prices'],
  'price_per_gpu',
];

/** The words of rental types before or after the name of a price, or in its place. */
const RENTALS = [
  ['on_demand', /_?on_?demand_?/],
  ['interruptible', /_?(?:interruptible|spot)_?/],
  ['reserved', /_?reserved(?:_([136])(?:_?m(?:onths?)?)?)?_?/],
] as const;

/** A number, or text such as `0.69` and `$0.69`. */
function amountOf(sent: unknown): number | null {
  const isText = typeof sent === 'string' && /^\$?\d{1,6}(\.\d{1,12})?$/.test(sent);
  return money(isText ? Number(sent.replace('$', '')) : sent);
}

/** The clearest price of each rental type and term: `hourly_rate` before `gpu_hourly_rate`. */
function pricesOf(fields: Fields) {
  const found = [...fields].flatMap(([field, sent]) => {
    const [rental = null, pattern = null] = RENTALS.find(([, words]) => words.test(field)) ?? [];
    const [words = '', term] = pattern?.exec(field) ?? [];
    const rank = PRICES.indexOf(field.replace(words, '') || 'price');
    const price = amountOf(sent);
    if (price === null || rank === -1) return [];
    const months = term ? Number(term) : null;
    return [{ price, rental, months, isOfOne: field.includes('per_gpu'), rank }];
  });
  const kinds = Map.groupBy(found, ({ rental, months }) => `${rental} ${months}`);
  return [...kinds.values()].flatMap((kind) => kind.toSorted((a, b) => a.rank - b.rank)[0] ?? []);
}

/** A record with one of its prices, $/h. */
export type WireOffer = Readonly<ReturnType<typeof readOffer>[number]>;

/** The offers of a record, one for each of its prices; none without a GPU type and a price. */
export function readOffer(record: unknown) {
  if (!isObject(record)) return [];
  const fields = fieldsOf(record);
  const gpuType = find(fields, FIELDS.gpuType);
  const gpuCount = find(fields, FIELDS.gpuCount);
  const recorded = find(fields, FIELDS.rental);
  const term = find(fields, FIELDS.months);
  const node = find(fields, FIELDS.node);
  const all = { gpuType, gpuCount, node, available: find(fields, FIELDS.available) };
  const prices = pricesOf(fields);
  const unpriced = { price: null, rental: null, months: null, isOfOne: false };
  return (prices.length === 0 && gpuType !== null ? [unpriced] : prices).map(
    ({ price, months, isOfOne, ...of }) => {
      const rental = of.rental ?? recorded;
      return {
        ...all,
        /** `on_demand`, `interruptible`, `reserved`, or another word. */
        rental,
        /** Of a reservation; null: none, or the price holds for each period. */
        months: months ?? (rental === 'reserved' ? term : null),
        price,
        /** The price is of one GPU, by its name or since the machine has no more. */
        isOfOne: isOfOne || (gpuCount ?? 1) === 1,
      };
    },
  );
}
