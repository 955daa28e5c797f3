import type { Problem } from '../../../shared/domain/problem.ts';
import type { FoundOffer, OfferPlace } from '../../../shared/offers/gpu-offer.ts';
import { ANY_OFFER } from '../../../shared/offers/offer-filter.ts';
import { foundOffers, offeredGpu, perGpuHour } from '../../../shared/offers/offer-list.ts';
import { offerPlaceName } from '../../../shared/offers/offer-places.ts';
import {
  observeWatch,
  type PriceWatch,
  type WatchMemory,
} from '../../../shared/offers/price-watch.ts';
import { createTimer } from '../../clock.ts';
import type { AppEvent } from '../../events/index.ts';
import { describeInternalError } from '../../log.ts';
import { type OpenPlace, readOffers } from '../../providers/index.ts';
import {
  preferencesOf,
  type Settings,
  type SettingsFile,
  withPreferences,
} from '../../settings/index.ts';
import type { Part, PartPorts } from '../kernel/ports.ts';

export interface OfferPorts extends Pick<PartPorts, 'store' | 'network'> {
  /** The lists of all accounts now. */
  readonly places: () => readonly OpenPlace[];
}

interface PriceWatchPorts extends OfferPorts, Pick<PartPorts, 'deliver' | 'settingsChanged'> {
  readonly settings: Pick<SettingsFile, 'update'>;
}

/** From the end of a reading of all watches to the next one, ms. */
const EVERY_MS = 60_000;
/** Rest of a place after a failed response, ms. */
const RETRY_MS = 10 * 60_000;

/** Problems without a response: the network may be back in a minute, as after a wake. */
const UNANSWERED: ReadonlySet<Problem['kind']> = new Set(['network', 'dns', 'timeout']);

const placeKey = ({ provider, account }: OfferPlace) => JSON.stringify([provider, account]);

/** The offers that were read for some watches. */
interface Reading {
  readonly offers: readonly FoundOffer[];
  /** The places that could not be read; with null: none could. */
  readonly unread: ReadonlySet<string | null>;
}

/** Reads the places of watches. A place that fails rests for a while. */
function createReader({ network: { clock }, places }: OfferPorts) {
  /** When a place may be read again, monotonic ms. */
  const restUntil = new Map<string, number>();

  /** @param same watches that differ in their price and cloud only */
  return async (same: readonly PriceWatch[], signal: AbortSignal): Promise<Reading> => {
    const now = clock.monotonic();
    const isResting = (place: OfferPlace) => (restUntil.get(placeKey(place)) ?? now) > now;
    const wanted = places().filter((place) =>
      same.some(({ provider }) => provider === null || provider === place.provider),
    );
    const resting = wanted.filter(isResting);
    const ready = wanted.filter((place) => !isResting(place));
    const filter = { ...ANY_OFFER, ...same[0], maxPrice: null, provider: null };
    const { offers, problems, isAnswered } = await readOffers(ready, filter, signal);
    const failed = problems.filter(({ offers: read }) => read.length === 0);
    for (const { place, problem } of failed)
      if (!UNANSWERED.has(problem.kind))
        restUntil.set(placeKey(place), clock.monotonic() + RETRY_MS);
    const unread = [...resting, ...failed.map(({ place }) => place)].map(placeKey);
    return { offers, unread: new Set(isAnswered ? unread : [...unread, null]) };
  };
}

/** Reads the offers of all accounts for the watches, a minute after the last reading: notifies when a watch is met. */
export function startPriceWatches(ports: PriceWatchPorts) {
  const { store, network, settings, deliver, settingsChanged } = ports;
  const { clock, log } = network;
  const read = createReader(ports);
  /** By the id of their watch. */
  const memories = new Map<string, WatchMemory>();
  const timer = createTimer(clock);
  /** Aborted while the computer sleeps, and at the end. */
  let run = new AbortController();
  const noted = (event: string) => (error: unknown) =>
    log.warn(event, describeInternalError(error));
  const watches = () => store.get().preferences.priceWatches;
  const memoryOf = ({ id, isMet }: PriceWatch): WatchMemory =>
    memories.get(id) ?? { isMet, isMatched: false, place: null, missedSince: null };

  /** Updates only isMet, since another program may have edited the watches. */
  async function storeMet(): Promise<void> {
    const withMet = (watch: PriceWatch) => ({ ...watch, isMet: memoryOf(watch).isMet });
    const change = (current: Settings) =>
      withPreferences(current, { priceWatches: preferencesOf(current).priceWatches.map(withMet) });
    await settings.update(change).then(settingsChanged, noted('price_watch.unsaved'));
  }

  /** The event of a watch that is met by this reading. */
  function observe(watch: PriceWatch, { offers, unread }: Reading): readonly AppEvent[] {
    const { id, isMet: _, ...filter } = watch;
    const before = memoryOf(watch);
    // A reservation binds for months.
    const [offer] = foundOffers(offers, filter).filter(({ terms }) => terms !== 'reserved');
    // Another place that never answers does not keep the watch met.
    const none = unread.has(before.place) ? undefined : null;
    const after = observeWatch(before, offer ? placeKey(offer) : none, clock.monotonic());
    memories.set(id, after);
    if (!after.isMet || before.isMet || offer === undefined) return [];
    const { gpuCount, where } = offer;
    const [gpu, cloud] = [offeredGpu(offer), offerPlaceName(offer, store.get().accounts)];
    const price = { gpu, gpuCount, cloud, where, perGpuHour: perGpuHour(offer) ?? watch.maxPrice };
    return [{ kind: 'price', at: clock.now(), filter, offer: price }];
  }

  /** A process that is killed before the last step notifies twice, and not never. */
  async function apply(same: readonly PriceWatch[], reading: Reading): Promise<void> {
    const observed = watches().filter(({ id }) => same.some((watch) => watch.id === id));
    await deliver(
      observed.flatMap((watch) => observe(watch, reading)),
      { urgent: false },
    );
    if (watches().some((watch) => memoryOf(watch).isMet !== watch.isMet)) await storeMet();
  }

  async function readAll({ signal }: AbortController): Promise<void> {
    const { isOnline } = store.get().environment;
    const groups = Map.groupBy(
      isOnline ? watches() : [],
      ({ gpu, minGpus, minVramGb, isInterruptible }) =>
        JSON.stringify([gpu.trim().toLowerCase(), minGpus, minVramGb, isInterruptible]),
    );
    try {
      // In turn: the panel's list waits for one reading at most.
      for (const same of groups.values()) await apply(same, await read(same, signal));
    } catch (error) {
      if (!signal.aborted) noted('price_watch.failed')(error);
    }
    if (!signal.aborted) begin();
  }

  function begin(): void {
    timer.set(EVERY_MS, () => void readAll(run));
  }

  function end(): void {
    timer.clear();
    run.abort();
  }

  return {
    begin,
    suspended: end,
    resumed() {
      end();
      run = new AbortController();
      begin();
    },
    stop: end,
  } satisfies Part;
}
