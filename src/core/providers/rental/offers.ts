import type { Problem } from '../../../shared/domain/problem.ts';
import { counted } from '../../../shared/format/index.ts';
import { TERMS_OF_WORDS } from '../../../shared/launch/preset.ts';
import type { GpuOffer, OfferReading, OfferWish } from '../../../shared/offers/gpu-offer.ts';
import { MAX_ITEMS } from '../http/read.ts';
import { describeForm, incompatible, orProblem, ServiceError } from '../http/service-error.ts';
import { gpusOf, hourly, line, offerReading } from '../offer-fields.ts';
import type { ProviderPorts } from '../provider.ts';
import { GPU_COUNTS, orderedType, plain } from './order-sets.ts';
import { DOCUMENTED_PAGE, saysEnd } from './pages.ts';
import { readList, type WireList } from './wire/list.ts';
import { readOffer, type WireOffer } from './wire/offer.ts';

type Ports = Pick<ProviderPorts, 'read'>;

/** Price alerts read the list every minute. */
const MAX_PAGES = 20;

/** The same for equal records. A record nested so deep that it cannot be written as JSON equals no other. */
function keyOf(record: unknown): unknown {
  try {
    return JSON.stringify(record);
  } catch {
    return record;
  }
}

/**
 * Sends no parameters first, since none is documented; `limit` and `offset` where the page is full or more follows.
 * @throws ServiceError for the first response, also where no record has a GPU type or a price; the signal's reason
 */
async function readPublicList({ read }: Ports, path: '/search' | '/pricing', signal?: AbortSignal) {
  const first = await read({ path, signal, isPublic: true });
  /** A list that shifts between two pages repeats some. */
  const found = new Map<unknown, unknown>();
  let isComplete = false;
  let page: WireList | Problem = readList(first);
  for (let pages = 1, offset = 0; 'records' in page; pages += 1) {
    const { records } = page;
    const before = found.size;
    for (const record of records) found.set(keyOf(record), record);
    // A service that ignores `offset` repeats the page, perhaps with other figures.
    if (pages > 1 && (found.size - before) * 2 < records.length) break;
    const end = saysEnd({ ...page, items: records }, offset);
    isComplete = end ?? records.length !== DOCUMENTED_PAGE;
    if (isComplete || records.length === 0 || pages === MAX_PAGES) break;
    offset += records.length;
    const query = { limit: DOCUMENTED_PAGE, offset };
    const next = read({ path, query, signal, isPublic: true }).then(readList);
    page = await next.catch(orProblem(signal));
  }
  const sent = [...found.values()].slice(0, MAX_ITEMS).map(readOffer);
  const offers = sent.flat();
  const skipped = sent.filter(({ length }) => length === 0).length;
  if (offers.length === 0 && skipped > 0) {
    const form = `${describeForm(first.json)}, without a GPU type or a price`;
    return incompatible(first.endpoint, form);
  }
  const problem = 'records' in page ? null : page;
  return { offers, skipped, isComplete: isComplete && found.size <= MAX_ITEMS, problem };
}

function tierOf({ months, rental }: WireOffer): string | null {
  if (months !== null) return counted(months, 'month');
  return TERMS_OF_WORDS.has(rental ?? '') ? null : line(rental);
}

/** The parts of `GpuOffer.offer`, such as `vm03/4090/1/on_demand` and `vm03/4090/1/reserved/3`. */
export interface OfferHandle {
  /** Empty: unknown, so that the offer cannot be ordered. */
  readonly node: string;
  readonly gpuType: string;
  readonly gpuCount: number;
  readonly rental: string;
  /** Null: no reservation, or one of any period. */
  readonly months: number | null;
}

function handleOf({ node, gpuType, gpuCount, rental, months }: OfferHandle): string {
  const parts = [node, gpuType, gpuCount, rental, months ?? []].flat();
  return parts.map((part) => encodeURIComponent(String(part).toWellFormed())).join('/');
}

/** Null: another provider's handle, or none. */
export function parseHandle(handle: string): OfferHandle | null {
  try {
    const [node = '', gpuType = '', count = '', rental = '', months = null] = handle
      .split('/')
      .map(decodeURIComponent);
    const term = months === null ? null : Number(months);
    const parsed = { node, gpuType, gpuCount: Number(count), rental, months: term };
    return handleOf(parsed) === handle ? parsed : null;
  } catch {
    return null;
  }
}

/** Free machines of so many GPUs: where a price is one of each GPU, their number is that of GPUs. */
function stockOf({ available, isOfOne }: WireOffer, gpuCount: number | null) {
  if (available === false || available === 0) return 'none';
  if (typeof available !== 'number' || !isOfOne || gpuCount === null) return null;
  return Math.floor(available / gpuCount) || 'none';
}

/** A price of each GPU is that of a machine with the fewest GPUs that are wanted and can be ordered. */
export function offerOf(sent: WireOffer, minGpus: number): GpuOffer {
  const { rental, months } = sent;
  const isOfAny = sent.price !== null && (sent.gpuCount ?? 1) === 1;
  const wanted = GPU_COUNTS.find((count) => count >= minGpus) ?? 1;
  const gpuCount = isOfAny ? wanted : sent.gpuCount;
  const price = hourly(sent.price);
  const gpuText = line(sent.gpuType) ?? '';
  return {
    provider: 'rental',
    offer: handleOf({
      node: sent.node ?? '',
      gpuType: sent.gpuType ?? '',
      gpuCount: gpuCount ?? 1,
      rental: rental ?? 'on_demand',
      months,
    }),
    ...gpusOf(gpuText, null, gpuCount),
    gpuText,
    where: line(sent.node),
    tier: tierOf(sent),
    terms: TERMS_OF_WORDS.get(rental ?? '') ?? null,
    stock: stockOf(sent, gpuCount),
    price: {
      perHour: price === null ? null : price * (sent.isOfOne ? gpuCount || 1 : 1),
      diskGb: null,
      extra: ['disk'],
    },
    endsAt: null,
  };
}

/** A service without this list still has the other one, and takes orders. */
const NO_LIST = { offers: [], skipped: 0, isComplete: false, problem: null };

function withoutList(error: unknown) {
  if (!(error instanceof ServiceError) || error.status !== 404) throw error;
  return NO_LIST;
}

const readPrices = (ports: Ports, signal?: AbortSignal) =>
  readPublicList(ports, '/pricing', signal).catch((error: unknown) => {
    return { ...NO_LIST, problem: orProblem(signal)(error) };
  });

/** The price for an order by one list; null: not in the list, or ambiguous. */
function offerIn(sent: readonly WireOffer[], handle: string, of: OfferHandle): GpuOffer | null {
  const type = orderedType(of.gpuType);
  const matching = sent.filter(
    ({ gpuType, node, rental, months, gpuCount }) =>
      (type === undefined ? gpuType === of.gpuType : orderedType(gpuType) === type) &&
      (node === null || plain(node) === plain(of.node)) &&
      [1, of.gpuCount].includes(gpuCount ?? 1) &&
      // A price without a rental type counts for the default rental type, a price without months for each period.
      (rental ?? 'on_demand') === of.rental &&
      (months === null || of.months === null || months === of.months),
  );
  // The closest: of the same node, the same period, the same number of GPUs.
  const closeness = ({ node, months, gpuCount }: WireOffer) =>
    (node === null ? 0 : 4) + (months === null ? 0 : 2) + (gpuCount === of.gpuCount ? 1 : 0);
  const best = Math.max(...matching.map(closeness));
  const [offer, ...others] = matching
    .filter((each) => closeness(each) === best)
    .map((each) => offerOf(each, of.gpuCount));
  if (offer === undefined) return null;
  if (others.some(({ price }) => price.perHour !== offer.price.perHour)) return null;
  return { ...offer, offer: handle, gpuCount: of.gpuCount, where: line(of.node) };
}

/** An offer as it is now, by the offers, else by the price list; null: it is in neither. */
export async function quoteOffer(
  ports: Ports,
  handle: string,
  signal?: AbortSignal,
): Promise<GpuOffer | null> {
  const of = parseHandle(handle);
  if (of === null) return null;
  const found = await readPublicList(ports, '/search', signal).catch(withoutList);
  const offer = offerIn(found.offers, handle, of);
  if (offer?.price.perHour != null) return offer;
  const listed = offerIn((await readPrices(ports, signal)).offers, handle, of);
  return offer && listed ? { ...offer, price: listed.price } : (offer ?? listed);
}

/** `GET /search` and `GET /pricing`, which are public, and whose rate limits are not those of the account's reads. */
export async function readGpuOffers(
  ports: Ports,
  wish: OfferWish,
  signal?: AbortSignal,
): Promise<OfferReading> {
  const found = await readPublicList(ports, '/search', signal);
  const lists = wish.withListPrices ? [found, await readPrices(ports, signal)] : [found];
  const offers = lists.map((list) => list.offers.map((offer) => offerOf(offer, wish.minGpus)));
  const skipped = lists.reduce((sum, list) => sum + list.skipped, 0);
  const reading = offerReading(offers, skipped);
  const isComplete = reading.isComplete && lists.every((list) => list.isComplete);
  const [problem = reading.problem] = lists.flatMap((list) => list.problem ?? []);
  return { ...reading, isComplete, problem };
}
