import { z } from 'zod';
import type {
  Offer,
  OfferAssumption,
  OfferList,
  OfferValue,
} from '../../../shared/domain/index.ts';
import type { PublicList, PublicPages } from '../offers.ts';
import { describeForm, incompatible } from '../service-error.ts';
import { DOCUMENTED, type Meaning, NAMES, priceOf, pricesOf, wordsOf } from './offer-names.ts';
import { type Found, findRecords, unseen } from './offer-records.ts';
import { isObject, MAX_ITEMS, plainValue } from './read.ts';

type Fields = Readonly<Record<string, OfferValue>>;

/** A longer list of assumptions explains nothing. */
const MAX_ASSUMPTIONS = 20;

/** A record has a dozen fields; a hostile one has no end. */
const MAX_FIELDS = 64;

const MAX_NAME = 64;

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

/** Reads the records of a list, and notes what it assumed. */
class OfferReader {
  readonly #assumed = new Map<string, OfferAssumption>();
  readonly recognized = new Set<string>();

  #assume(assumption: OfferAssumption): void {
    if (this.#assumed.size < MAX_ASSUMPTIONS)
      this.#assumed.set(JSON.stringify(assumption), assumption);
  }

  get assumptions(): readonly OfferAssumption[] {
    return [...this.#assumed.values()];
  }

  #find<T>(fields: Fields, meaning: Meaning, schema: z.ZodType<T>): T | null {
    const sent = Object.entries(fields).map(
      ([name, value]) => [wordsOf(name).join('_'), name, value] as const,
    );
    for (const known of NAMES[meaning]) {
      for (const [joined, field, value] of sent) {
        const read = joined === known ? schema.safeParse(value).data : undefined;
        if (read === undefined || read === null) continue;
        this.recognized.add(field);
        if (!DOCUMENTED.includes(field)) this.#assume({ kind: 'field', field, meaning });
        return read;
      }
    }
    return null;
  }

  #read({ record, ...keys }: Found): readonly Offer[] {
    if (keys.gpuType !== null) this.#assume({ kind: 'keys', meaning: 'gpuType' });
    if (keys.node !== null) this.#assume({ kind: 'keys', meaning: 'node' });
    const plain = priceOf(record);
    if (plain !== null && (keys.gpuType ?? keys.node) !== null) {
      this.#assume({ kind: 'plainPrices' });
      const prices = { pricePerHour: plain, pricePerGpu: plain };
      const unknown = { gpuCount: null, rentalType: null, months: null, available: null, raw: {} };
      return [{ ...keys, ...prices, ...unknown }];
    }
    if (!isObject(record)) return [];
    const raw = fieldsOf(record);
    const text = z.union([z.string().min(1), z.number().transform(String)]);
    const whole = z.int().nonnegative();
    const gpuCount = this.#find(raw, 'gpuCount', whole);
    const offer = {
      gpuType: this.#find(raw, 'gpuType', text) ?? keys.gpuType,
      gpuCount,
      node: this.#find(raw, 'node', text) ?? keys.node,
      available: this.#find(raw, 'available', z.union([whole, z.boolean()])),
      raw,
    };
    const recorded = this.#find(raw, 'rentalType', text);
    const termOf = (rentalType: string | null) =>
      rentalType === 'reserved' ? this.#find(raw, 'months', z.int().positive()) : null;
    const prices = pricesOf(raw);
    if (prices.length === 0) {
      const unpriced = { ...offer, pricePerHour: null, pricePerGpu: null };
      return [{ ...unpriced, rentalType: recorded, months: termOf(recorded) }];
    }
    return prices.map(({ name, value, clarity: _, ...field }) => {
      this.recognized.add(name);
      const isPerGpu = field.isPerGpu || gpuCount === null;
      this.#assume({ kind: 'price', field: name, ...field, isPerGpu });
      const rentalType = field.rentalType ?? recorded;
      return {
        ...offer,
        gpuCount: gpuCount ?? (field.isPerGpu ? 1 : null),
        rentalType,
        months: field.months ?? termOf(rentalType),
        pricePerHour: isPerGpu ? value * (gpuCount || 1) : value,
        pricePerGpu: isPerGpu || gpuCount === 1 ? value : null,
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
 * Reads the responses of `GET /search` or `GET /pricing`.
 * @param list names the endpoint in the error
 * @throws ServiceError `incompatible` where no record has a GPU type or a price
 */
export function readOffers({ bodies, isComplete }: PublicPages, list: PublicList): OfferList {
  const endpoint = `GET /${list}`;
  const reader = new OfferReader();
  const seen = new Set<string>();
  const found = bodies.flatMap((body) => unseen(findRecords(body, endpoint).records, seen));
  const offers: Offer[] = [];
  let skipped = 0;
  for (const entry of found) {
    const read = offers.length < MAX_ITEMS ? reader.read(entry) : [];
    if (read.length === 0) skipped += 1;
    offers.push(...read);
  }
  if (offers.length === 0 && skipped > 0)
    return incompatible(endpoint, `${describeForm(bodies[0])}, without a GPU type or a price`);
  const { recognized, assumptions } = reader;
  return { offers, recognized, assumptions, skipped, isComplete };
}
