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
import type { ApplicationPorts, Part, PartPorts } from '../kernel/ports.ts';

interface PriceWatchPorts
  extends Pick<PartPorts, 'store' | 'deliver' | 'settingsChanged'>,
    Pick<ApplicationPorts, 'network'> {
  readonly settings: Pick<SettingsFile, 'update'>;
  readonly places: () => readonly OpenPlace[];
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
  /** Whether a place could not be read; null: whether none could. */
  readonly isUnread: (place: string | null) => boolean;
}

function createWatchList({ store, network, settings, deliver, settingsChanged }: PriceWatchPorts) {
  const { clock, log } = network;
  /** By the id of their watch. */
  const memories = new Map<string, WatchMemory>();
  const watches = () => store.get().preferences.priceWatches;
  const memoryOf = ({ id, isMet }: PriceWatch): WatchMemory =>
    memories.get(id) ?? { isMet, isMatched: false, place: null, missedSince: null };
  const withMet = (watch: PriceWatch) => ({ ...watch, isMet: memoryOf(watch).isMet });

  /** Updates only isMet, since another program may have edited the watches. */
  async function storeMet(): Promise<void> {
    try {
      const change = (current: Settings) =>
        withPreferences(current, {
          priceWatches: preferencesOf(current).priceWatches.map(withMet),
        });
      settingsChanged(await settings.update(change));
    } catch (error) {
      log.warn('price_watch.unsaved', describeInternalError(error));
    }
  }

  /** The event of a watch that is met by this reading. */
  function observe(watch: PriceWatch, { offers, isUnread }: Reading): readonly AppEvent[] {
    const { id, isMet: _, ...filter } = watch;
    const before = memoryOf(watch);
    // A reservation binds for months.
    const [offer] = foundOffers(offers, filter).filter(({ terms }) => terms !== 'reserved');
    // Another place that never answers does not keep the watch met.
    const none = isUnread(before.place) ? undefined : null;
    const after = observeWatch(before, offer ? placeKey(offer) : none, clock.monotonic());
    memories.set(id, after);
    if (!after.isMet || before.isMet || offer === undefined) return [];
    const { gpuCount, where } = offer;
    const [gpu, cloud] = [offeredGpu(offer), offerPlaceName(offer)];
    const price = { gpu, gpuCount, cloud, where, perGpuHour: perGpuHour(offer) ?? watch.maxPrice };
    return [{ kind: 'price', at: clock.now(), filter, offer: price }];
  }

  return {
    watches,
    /** A process that is killed before the last step notifies twice, and not never. */
    async apply(ids: ReadonlySet<string>, reading: Reading): Promise<void> {
      const observed = watches().filter(({ id }) => ids.has(id));
      await deliver(
        observed.flatMap((watch) => observe(watch, reading)),
        { urgent: false },
      );
      if (watches().some((watch) => memoryOf(watch).isMet !== watch.isMet)) await storeMet();
    },
  };
}

/** Reads the offers of all accounts for the watches, a minute after the last reading: notifies when a watch is met. */
export function startPriceWatches(ports: PriceWatchPorts) {
  const { store, network, places } = ports;
  const { clock, log } = network;
  const { watches, apply } = createWatchList(ports);
  /** When a place may be read again, monotonic ms. */
  const restUntil = new Map<string, number>();
  const timer = createTimer(clock);
  /** Aborted while the computer sleeps, and at the end. */
  let run = new AbortController();

  /** @param same watches that differ in their price and cloud only */
  async function read(same: readonly PriceWatch[], signal: AbortSignal): Promise<void> {
    const wanted = places().filter((place) =>
      same.some(({ provider }) => provider === null || provider === place.provider),
    );
    const now = clock.monotonic();
    const ready = wanted.filter((place) => (restUntil.get(placeKey(place)) ?? now) <= now);
    const filter = { ...ANY_OFFER, ...same[0], maxPrice: null, provider: null };
    const { offers, problems, isAnswered } = await readOffers(ready, filter, signal);
    const unread = new Set(wanted.filter((place) => !ready.includes(place)).map(placeKey));
    for (const { place, problem, offers: read } of problems) {
      if (read.length > 0) continue;
      const key = placeKey(place);
      unread.add(key);
      if (!UNANSWERED.has(problem.kind)) restUntil.set(key, clock.monotonic() + RETRY_MS);
    }
    const isUnread = (place: string | null) => (place === null ? !isAnswered : unread.has(place));
    await apply(new Set(same.map(({ id }) => id)), { offers, isUnread });
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
      for (const same of groups.values()) await read(same, signal);
    } catch (error) {
      if (!signal.aborted) log.warn('price_watch.failed', describeInternalError(error));
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
