import type { Problem } from '../../../shared/domain/problem.ts';
import { perGpuHour } from '../../../shared/offers/gpu-offer.ts';
import { foundOffers, offeredGpu } from '../../../shared/offers/offer-list.ts';
import {
  type FoundOffer,
  type OfferPlace,
  offerPlaceName,
  searchOf,
} from '../../../shared/offers/offer-places.ts';
import {
  NO_READING,
  observeWatch,
  type PriceWatch,
  type WatchMemory,
} from '../../../shared/offers/price-watch.ts';
import { createTimer } from '../../clock.ts';
import type { AppEvent } from '../../events/index.ts';
import { describeInternalError } from '../../log.ts';
import { type OpenPlace, type PlaceReading, readPlaces } from '../../providers/index.ts';
import { preferencesOf, type SettingsFile, withPreferences } from '../../settings/index.ts';
import type { ApplicationPorts, Part, PartPorts } from '../kernel/ports.ts';

interface PriceWatchPorts
  extends Pick<PartPorts, 'store' | 'deliver' | 'settingsChanged'>,
    Pick<ApplicationPorts, 'network'> {
  readonly settings: Pick<SettingsFile, 'update'>;
  readonly places: () => readonly OpenPlace[];
}

/** From the end of a reading of all watches to the next one, ms. */
const EVERY_MS = 60_000;
/** Rest of a place after a failed response, or a refusal that names no time, ms. */
const RETRY_MS = 10 * 60_000;

/** Problems without a response: the network may be back in a minute, as after a wake. */
const UNANSWERED: ReadonlySet<Problem['kind']> = new Set(['network', 'dns', 'timeout']);

const placeKey = ({ provider, account }: OfferPlace) => JSON.stringify([provider, account]);
const offerKey = (offer: FoundOffer) => `${placeKey(offer)} ${offer.offer}`;

/** The last reading of a watch. */
interface LastReading extends WatchMemory {
  /** The offers that matched. */
  readonly offers: ReadonlySet<string>;
  /** Where the last match was; null: none since the start. */
  readonly place: string | null;
}

const NEVER_READ: LastReading = { ...NO_READING, offers: new Set(), place: null };

interface Match {
  readonly offer: FoundOffer;
  /** When it was found first, ms since the epoch. */
  readonly since: number;
}

function priceEvent(watch: PriceWatch, { offer, since }: Match, at: number): AppEvent {
  const { id, isMet, ...filter } = watch;
  return {
    ...{ kind: 'price', at, since, filter },
    offer: {
      gpu: offeredGpu(offer),
      gpuCount: offer.gpuCount,
      cloud: offerPlaceName(offer),
      where: offer.where,
      perGpuHour: perGpuHour(offer) ?? watch.maxPrice,
    },
  };
}

function createWatchList({ store, network, settings, deliver, settingsChanged }: PriceWatchPorts) {
  const { clock } = network;
  const last = new Map<string, LastReading>();
  /** Whether a watch is met, by its id, until that is stored. */
  const unstored = new Map<string, boolean>();

  const withMet = (watch: PriceWatch) => ({
    ...watch,
    isMet: unstored.get(watch.id) ?? watch.isMet,
  });
  const watches = () => store.get().preferences.priceWatches.map(withMet);

  /** Updates only isMet, since another program may have edited the watches. */
  async function storeMet(): Promise<void> {
    try {
      const stored = await settings.update((current) =>
        withPreferences(current, {
          priceWatches: preferencesOf(current).priceWatches.map(withMet),
        }),
      );
      unstored.clear();
      settingsChanged(stored);
    } catch (error) {
      network.log.warn('price_watch.unsaved', describeInternalError(error));
    }
  }

  /** The events of a watch after a reading. @param missing the places that could not be read */
  function observe(watch: PriceWatch, offers: readonly FoundOffer[], missing: ReadonlySet<string>) {
    const before = last.get(watch.id) ?? NEVER_READ;
    const found = foundOffers(offers, searchOf(watch));
    const isBlind = before.place === null ? missing.size > 0 : missing.has(before.place);
    const isMatched = found.length > 0 || (isBlind ? null : false);
    const { isMet, memory } = observeWatch(watch.isMet, before, isMatched, clock.monotonic());
    const lasting = found.find((offer) => before.offers.has(offerKey(offer)));
    const offer = lasting ?? found[0];
    last.set(watch.id, {
      ...memory,
      offers: new Set(found.map(offerKey)),
      place: offer === undefined ? before.place : placeKey(offer),
    });
    if (isMet !== watch.isMet) unstored.set(watch.id, isMet);
    if (!isMet || watch.isMet || offer === undefined) return [];
    const now = clock.now();
    const age = clock.monotonic() - (before.matchedSince ?? clock.monotonic());
    return [priceEvent(watch, { offer, since: lasting === undefined ? now : now - age }, now)];
  }

  return {
    watches,
    /** A process that is killed before the last step notifies twice, and not never. */
    async apply(
      ids: ReadonlySet<string>,
      readings: readonly PlaceReading[],
      missing: ReadonlySet<string>,
    ): Promise<void> {
      const offers = readings.flatMap((reading) => reading.offers ?? []);
      const events = watches()
        .filter(({ id }) => ids.has(id))
        .flatMap((watch) => observe(watch, offers, missing));
      await deliver(events, { urgent: false });
      if (unstored.size > 0) await storeMet();
    },
  };
}

/** Reads the offers of all places for the watches, a minute after the last reading: notifies when a watch is met. */
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

  function restOf({ offers, problem }: PlaceReading): number {
    if (problem === null || UNANSWERED.has(problem.kind)) return 0;
    const until = problem.kind === 'rateLimited' ? problem.retryAt : null;
    if (until !== null) return until - clock.now();
    return offers === null ? RETRY_MS : 0;
  }

  /** @param same watches that are read alike */
  async function read(same: readonly PriceWatch[], signal: AbortSignal): Promise<void> {
    const [first] = same;
    const now = clock.monotonic();
    const isWanted = (place: OfferPlace) =>
      same.some(({ provider }) => provider === null || provider === place.provider);
    const wanted = places().filter(isWanted);
    const ready = wanted.filter((place) => (restUntil.get(placeKey(place)) ?? now) <= now);
    if (first === undefined || ready.length === 0 || !isOnline()) return;
    const readings = await readPlaces(ready, searchOf(first), signal);
    const missing = new Set(wanted.map(placeKey));
    for (const reading of readings) {
      const key = placeKey(reading.place);
      restUntil.set(key, clock.monotonic() + restOf(reading));
      if (reading.offers !== null) missing.delete(key);
    }
    await apply(new Set(same.map(({ id }) => id)), readings, missing);
  }

  async function readAll(): Promise<void> {
    // A timer may end a moment early.
    if (clock.monotonic() < dueAt) return schedule();
    const reading = new AbortController();
    controller = reading;
    const groups = Map.groupBy(watches(), ({ gpu, minGpus, isInterruptible }) =>
      JSON.stringify([gpu.trim().toLowerCase(), minGpus, isInterruptible]),
    );
    try {
      // One after another: the panel's list waits for one of them at most.
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
