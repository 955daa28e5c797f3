import { z } from 'zod';
import type {
  Offer,
  OfferAssumption,
  OfferList,
  OfferValue,
} from '../../../shared/domain/index.ts';
import type { PublicList } from '../offers.ts';
import { describeForm, incompatible } from '../service-error.ts';
import { isObject, MAX_ITEMS, plainValue, readList } from './read.ts';

// `GET /search` and `GET /pricing` have no documented form: records are found by their shape and fields by the words of the
// service's document (gpu_type, gpu_count, node, price or rate per hour, rental type, available).

type Fields = Readonly<Record<string, OfferValue>>;

/** A record, and the GPU type that was its key. */
interface Found {
  readonly key: string | null;
  readonly record: unknown;
}

/** A longer list of assumptions explains nothing. */
const MAX_ASSUMPTIONS = 20;

/** A record has a dozen fields; a hostile one has no end. */
const MAX_FIELDS = 64;

const MAX_NAME = 64;

/** Every GPU type has a digit in its name, and a field such as `prices` has none. */
const GPU_TYPE_KEY = /\d/;

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
function priceOf(value: unknown): number | null {
  return price.safeParse(value).data ?? null;
}

/** `availableGPUs`, `available_gpus` and `gpus.available` are the words available and gpus. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

const NAMES: Readonly<
  Record<Extract<OfferAssumption, { kind: 'field' }>['meaning'], readonly string[]>
> = {
  gpuType: ['gpu_type', 'gpu_model', 'gpu_name', 'gpu', 'model'],
  gpuCount: ['gpu_count', 'num_gpus', 'gpus', 'number_of_gpus', 'gpu_number', 'gpu_quantity'],
  node: ['node', 'node_id', 'node_name', 'machine', 'machine_id', 'host', 'host_id'],
  rentalType: ['rental_type', 'rental', 'pricing_type', 'billing_type'],
  available: [
    ...['available', 'available_gpus', 'gpus_available', 'free_gpus', 'gpus_free', 'is_available'],
    ...['available_count', 'in_stock', 'stock'],
  ],
};

/** The names of the service's own document are no assumptions. */
const DOCUMENTED = ['gpu_type', 'gpu_count', 'node', 'rental_type'];

/** Words of amounts that are not the price of an hour. */
const OTHER_AMOUNTS = new Set([
  ...['storage', 'disk', 'ram', 'memory', 'cpu', 'network', 'bandwidth', 'traffic', 'transfer'],
  ...['day', 'daily', 'week', 'weekly', 'month', 'monthly', 'year', 'yearly', 'second', 'minute'],
  ...['setup', 'deposit', 'discount', 'tax', 'success', 'error', 'limit', 'min', 'max', 'minimum'],
]);
const PRICE_WORDS = ['price', 'rate', 'cost', 'hourly', 'pricing', 'prices'];
const RENTAL_WORDS = new Set([
  ...['on', 'demand', 'ondemand', 'interruptible', 'spot', 'preemptible', 'reserved'],
  ...['1', '3', '6', 'month', 'months'],
]);

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
  const has = (...some: readonly string[]) => some.some((word) => words.includes(word));
  if (has('interruptible', 'spot', 'preemptible'))
    return { rentalType: 'interruptible', months: null };
  if (has('reserved')) {
    const months = words.find((word) => ['1', '3', '6'].includes(word));
    return { rentalType: 'reserved', months: months === undefined ? null : Number(months) };
  }
  return { rentalType: has('demand', 'ondemand') ? 'on_demand' : null, months: null };
}

/** Null for a field that is no price of an hour. */
function priceField(name: string, sent: OfferValue): PriceField | null {
  const value = priceOf(sent);
  if (value === null) return null;
  const words = wordsOf(name);
  const rental = rentalOf(words);
  // A reservation is for months, its price is not.
  const others = rental.months === null ? words : words.filter((word) => !/^months?$/.test(word));
  if (others.some((word) => OTHER_AMOUNTS.has(word))) return null;
  const isRentalOnly = rental.rentalType !== null && words.every((word) => RENTAL_WORDS.has(word));
  if (!isRentalOnly && !words.some((word) => PRICE_WORDS.includes(word))) return null;
  const isPerGpu = words.some((word, index) => word === 'per' && words[index + 1] === 'gpu');
  const isPerHour = words.includes('hour') || words.includes('hourly');
  const clarity = (isPerHour ? 2 : 0) + (words.includes('gpu') ? 0 : 1);
  return { name, value, ...rental, isPerGpu, clarity };
}

/** One per rental type and term. Where several fields could be it, the clearest: `hourly_rate` before `gpu_hourly_rate`. */
function pricesOf(fields: Fields): readonly PriceField[] {
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

/** The plain values of a record, those of objects in it as `gpu.model`. */
function fieldsOf(record: Readonly<Record<string, unknown>>): Fields {
  const fields: [string, OfferValue][] = [];
  const add = (name: string, value: unknown, depth: number) => {
    if (isObject(value) && depth > 0)
      for (const [inner, part] of Object.entries(value)) add(`${name}.${inner}`, part, depth - 1);
    else {
      const plain = plainValue.safeParse(value);
      if (plain.success && fields.length < MAX_FIELDS && name.length <= MAX_NAME)
        fields.push([name, plain.data]);
    }
  };
  for (const [name, value] of Object.entries(record)) add(name, value, 2);
  return Object.fromEntries(fields);
}

/** A list inside a record, such as the prices of a GPU type, is several records. */
function expand({ key, record }: Found): readonly Found[] {
  if (Array.isArray(record)) return record.map((item) => ({ key, record: item }));
  if (!isObject(record)) return [{ key, record }];
  const lists = Object.entries(record).filter(
    ([, value]) => Array.isArray(value) && value.some(isObject),
  );
  const [list] = lists;
  if (list === undefined || lists.length > 1) return [{ key, record }];
  const [name, items] = list;
  const { [name]: _, ...shared } = record;
  return z
    .array(z.unknown())
    .parse(items)
    .map((item) => ({ key, record: isObject(item) ? { ...shared, ...item } : item }));
}

/** The entries of a map from GPU types to records, lists of records, or prices; null for anything else. */
function gpuTypeEntries(body: Readonly<Record<string, unknown>>): readonly Found[] | null {
  const entries = Object.entries(body).filter(
    ([key, value]) =>
      GPU_TYPE_KEY.test(key) &&
      priceField(key, 1) === null &&
      (isObject(value) || Array.isArray(value) || priceOf(value) !== null),
  );
  return entries.length === 0 ? null : entries.map(([key, record]) => ({ key, record }));
}

/** A map at the top, or else in an object beside which there is no list. */
function findMap(body: Readonly<Record<string, unknown>>): readonly Found[] | null {
  const values = Object.values(body);
  const inner = values.some(Array.isArray) ? [] : values.filter(isObject);
  for (const part of [body, ...inner]) {
    const entries = gpuTypeEntries(part);
    if (entries !== null) return entries;
  }
  return null;
}

/** Finds the records. @throws ServiceError `incompatible` */
function findRecords(
  body: unknown,
  endpoint: string,
  assume: (assumption: OfferAssumption) => void,
): readonly Found[] {
  const map = isObject(body) ? findMap(body) : null;
  if (map !== null) {
    assume({ kind: 'gpuTypeKeys' });
    return map;
  }
  const { records, total, hasNext } = readList(body, endpoint);
  if (hasNext === true || (total ?? 0) > records.length)
    assume({ kind: 'incomplete', sent: records.length, total });
  return records.map((record) => ({ key: null, record }));
}

/** Reads the records of one response, and notes what it assumed. */
class OfferReader {
  readonly #assumed = new Map<string, OfferAssumption>();
  readonly recognized = new Set<string>();

  readonly assume = (assumption: OfferAssumption): void => {
    if (this.#assumed.size < MAX_ASSUMPTIONS)
      this.#assumed.set(JSON.stringify(assumption), assumption);
  };

  get assumptions(): readonly OfferAssumption[] {
    return [...this.#assumed.values()];
  }

  #find<T>(fields: Fields, meaning: keyof typeof NAMES, schema: z.ZodType<T>): T | null {
    const sent = Object.entries(fields).map(
      ([name, value]) => [wordsOf(name).join('_'), name, value] as const,
    );
    for (const known of NAMES[meaning]) {
      for (const [joined, field, value] of sent) {
        const read = joined === known ? schema.safeParse(value).data : undefined;
        if (read === undefined || read === null) continue;
        this.recognized.add(field);
        if (!DOCUMENTED.includes(field)) this.assume({ kind: 'field', field, meaning });
        return read;
      }
    }
    return null;
  }

  #read({ key, record }: Found): readonly Offer[] {
    const plain = priceOf(record);
    if (key !== null && plain !== null) {
      this.assume({ kind: 'plainPrices' });
      const unknown = { gpuCount: null, node: null, rentalType: null, months: null };
      return [{ gpuType: key, ...unknown, pricePerHour: plain, available: null, raw: {} }];
    }
    if (!isObject(record)) return [];
    const raw = fieldsOf(record);
    const text = z.union([z.string().min(1), z.number().transform(String)]);
    const whole = z.int().nonnegative();
    const gpuCount = this.#find(raw, 'gpuCount', whole);
    const offer = {
      gpuType: this.#find(raw, 'gpuType', text) ?? key,
      gpuCount,
      node: this.#find(raw, 'node', text),
      available: this.#find(raw, 'available', z.union([whole, z.boolean()])),
      raw,
    };
    const rentalType = this.#find(raw, 'rentalType', text);
    const prices = pricesOf(raw);
    if (prices.length === 0) return [{ ...offer, rentalType, months: null, pricePerHour: null }];
    return prices.map(({ name, value, clarity: _, ...field }) => {
      this.recognized.add(name);
      this.assume({ kind: 'price', field: name, ...field });
      const perHour = field.isPerGpu ? value * (gpuCount ?? 1) : value;
      return {
        ...offer,
        gpuCount: gpuCount ?? (field.isPerGpu ? 1 : null),
        rentalType: field.rentalType ?? rentalType,
        months: field.months,
        pricePerHour: perHour,
      };
    });
  }

  /** Offers without a recognized GPU type and price are unreadable. */
  read(found: Found): readonly Offer[] {
    return this.#read(found).filter(
      ({ gpuType, pricePerHour }) => gpuType !== null || pricePerHour !== null,
    );
  }
}

/**
 * Reads a response of `GET /search` or `GET /pricing`.
 * @param list names the endpoint in the error
 * @throws ServiceError `incompatible` where no record has a GPU type or a price
 */
export function readOffers(body: unknown, list: PublicList): OfferList {
  const endpoint = `GET /${list}`;
  const reader = new OfferReader();
  const found = findRecords(body, endpoint, reader.assume).flatMap(expand);
  const offers: Offer[] = [];
  let skipped = 0;
  for (const entry of found) {
    const read = offers.length < MAX_ITEMS ? reader.read(entry) : [];
    if (read.length === 0) skipped += 1;
    offers.push(...read);
  }
  if (offers.length === 0 && skipped > 0)
    return incompatible(endpoint, `${describeForm(body)}, without a GPU type or a price`);
  const { recognized, assumptions } = reader;
  return { offers, recognized, assumptions, skipped };
}
