import type { Problem } from '../../../shared/domain/problem.ts';
import type { FoundOffer, OfferPlace } from '../../../shared/offers/gpu-offer.ts';
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

/** What was read for some watches. */
interface Reading {
  readonly offers: readonly FoundOffer[];
  /** Whether a place could not be read; null: whether none could. */
  readonly isUnread: (place: string | null) => boolean;
}

function createWatchList({ store, network, settings, deliver, settingsChanged }: PriceWatchPorts) {
  const { clock, log } = network;
  /** By the id of their watch. */
  const memories = new Map<string, WatchMemory>();
  const stored = () => store.get().preferences.priceWatches;
  const withMet = (watch: PriceWatch) => ({
    ...watch,
    isMet: memories.get(watch.id)?.isMet ?? watch.isMet,
  });

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
    const { id, isMet, ...filter } = watch;
    const first = { isMet, isMatched: false, place: null, missedSince: null };
    const before = memories.get(id) ?? first;
    // A reservation binds for months.
    const [offer] = foundOffers(offers, filter).filter(({ terms }) => terms !== 'reserved');
    // Another place that never answers does not keep the watch met.
    const none = isUnread(before.place) ? undefined : null;
    const after = observeWatch(before, offer ? placeKey(offer) : none, clock.monotonic());
    memories.set(id, after);
    if (!after.isMet || isMet || offer === undefined) return [];
    const { gpuCount, where } = offer;
    const [gpu, cloud] = [offeredGpu(offer), offerPlaceName(offer)];
    const price = { gpu, gpuCount, cloud, where, perGpuHour: perGpuHour(offer) ?? watch.maxPrice };
    return [{ kind: 'price', at: clock.now(), filter, offer: price }];
  }

  return {
    watches: () => stored().map(withMet),
    /** A process that is killed before the last step notifies twice, and not never. */
    async apply(ids: ReadonlySet<string>, reading: Reading): Promise<void> {
      const observed = stored().filter(({ id }) => ids.has(id));
      await deliver(
        observed.flatMap((watch) => observe(withMet(watch), reading)),
        { urgent: false },
      );
      if (stored().some((watch) => withMet(watch).isMet !== watch.isMet)) await storeMet();
    },
  };
}

/** Reads the offers of all accounts for the watches, a minute after the last reading: notifies when a watch is met. */
export function startPriceWatches(ports: PriceWatchPorts) {
  const { network, places } = ports;
  const { clock, log } = network;
  const isOnline = () => ports.store.get().environment.isOnline;
  const { watches, apply } = createWatchList(ports);
  /** When a place may be read again, monotonic ms. */
  const restUntil = new Map<string, number>();
  const timer = createTimer(clock);
  let dueAt = clock.monotonic() + EVERY_MS;
  let isAsleep = false;
  let controller: AbortController | null = null;

  function schedule(): void {
    timer.clear();
    if (controller !== null || isAsleep || !isOnline() || watches().length === 0) return;
    timer.set(dueAt - clock.monotonic(), () => void readAll());
  }

  /** @param same watches that differ in their price and cloud only */
  async function read(same: readonly PriceWatch[], signal: AbortSignal): Promise<void> {
    const isWanted = (place: OfferPlace) =>
      same.some(({ provider }) => provider === null || provider === place.provider);
    const wanted = places().filter(isWanted);
    const now = clock.monotonic();
    const [first] = same;
    const ready = wanted.filter((place) => (restUntil.get(placeKey(place)) ?? now) <= now);
    if (first === undefined || ready.length === 0 || !isOnline()) return;
    const filter = { ...first, maxPrice: null, provider: null };
    const { offers, problems, isAnswered } = await readOffers(ready, filter, signal);
    const missing = new Set(wanted.filter((place) => !ready.includes(place)).map(placeKey));
    for (const { place, problem, offers: read } of problems) {
      if (read.length > 0) continue;
      const key = placeKey(place);
      missing.add(key);
      if (!UNANSWERED.has(problem.kind)) restUntil.set(key, clock.monotonic() + RETRY_MS);
    }
    const isUnread = (place: string | null) => (place === null ? !isAnswered : missing.has(place));
    await apply(new Set(same.map(({ id }) => id)), { offers, isUnread });
  }

  async function readAll(): Promise<void> {
    const reading = new AbortController();
    controller = reading;
    const groups = Map.groupBy(watches(), ({ gpu, minGpus, minVramGb, isInterruptible }) =>
      JSON.stringify([gpu.trim().toLowerCase(), minGpus, minVramGb, isInterruptible]),
    );
    try {
      // In turn: the panel's list waits for one reading at most.
      for (const same of groups.values()) await read(same, reading.signal);
    } catch (error) {
      if (!reading.signal.aborted) log.warn('price_watch.failed', describeInternalError(error));
    }
    if (controller !== reading) return;
    controller = null;
    dueAt = clock.monotonic() + EVERY_MS;
    schedule();
  }

  function end(): void {
    isAsleep = true;
    timer.clear();
    controller?.abort();
    controller = null;
  }

  return {
    begin: schedule,
    settingsChanged: schedule,
    online: schedule,
    suspended: end,
    resumed() {
      isAsleep = false;
      schedule();
    },
    stop: end,
  } satisfies Part;
}
