import { gpusOf } from '../../../shared/domain/offer.ts';
import type { Offer } from '../../../shared/domain/offer-schemas.ts';
import type { Problem } from '../../../shared/domain/problem.ts';
import { draftOfOffer } from '../../../shared/domain/vm-order.ts';
import type { RequestInput } from '../../../shared/ipc/contract.ts';
import { cheapest, observeWatch, type PriceWatch } from '../../../shared/offers/price-watch.ts';
import { type Clock, createTimer } from '../../clock.ts';
import type { AppEvent } from '../../events/index.ts';
import { describeInternalError } from '../../log.ts';
import { parseBaseUrl, publicHttp, readOffers, ServiceError } from '../../providers/index.ts';
import { preferencesOf, type SettingsFile, withPreferences } from '../../settings/index.ts';
import { requireBaseUrl } from '../kernel/lookups.ts';
import type { ApplicationPorts, Part, PartPorts } from '../kernel/ports.ts';
import { offerReportOf } from './offers.ts';

interface PriceWatchPorts
  extends Pick<PartPorts, 'store' | 'deliver' | 'settingsChanged'>,
    Pick<ApplicationPorts, 'network'> {
  readonly settings: Pick<SettingsFile, 'update'>;
}

/** Interval of the requests, whatever the number of watches and services, ms. */
const EVERY_MS = 60_000;
/** Delay after a failed response, or a refusal that names no time, ms. */
const RETRY_MS = 10 * 60_000;

/** Problems without a response: the network may be back in a minute, as after a wake. */
const UNANSWERED: ReadonlySet<Problem['kind']> = new Set(['network', 'dns', 'timeout']);

/** ms until a service is requested again after this problem; null: an internal error. */
function waitAfter(problem: Problem | null, clock: Pick<Clock, 'now'>): number {
  if (problem !== null && UNANSWERED.has(problem.kind)) return EVERY_MS;
  const until = problem?.kind === 'rateLimited' ? problem.retryAt : null;
  return Math.max(EVERY_MS, until === null ? RETRY_MS : until - clock.now());
}

function priceEvent(
  { baseUrl, gpuType, minGpus, maxPrice }: PriceWatch,
  { offer, price }: { readonly offer: Offer; readonly price: number },
  at: number,
): AppEvent {
  const free = gpusOf(offer) ?? minGpus;
  const draft = draftOfOffer(offer, minGpus);
  const watch = { baseUrl, gpuType, minGpus, maxPrice };
  return { kind: 'price', at, ...watch, price, free, node: offer.node, draft };
}

function createWatchList({ store, network, settings, deliver, settingsChanged }: PriceWatchPorts) {
  /** Responses in a row that were too dear, by the id of a watch that is met. */
  const misses = new Map<string, number>();
  /** Whether a watch is met, by its id, until that is stored. */
  const unstored = new Map<string, boolean>();

  const withMet = (watch: PriceWatch) => ({
    ...watch,
    isMet: unstored.get(watch.id) ?? watch.isMet,
  });
  const watches = () => store.get().preferences.priceWatches.map(withMet);

  /** Updates only isMet, since the command line may have edited the watches. */
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

  return {
    services: () => [...new Set(watches().map(({ baseUrl }) => baseUrl))],
    /** A process that is killed before the last step notifies twice, and not never. */
    async apply(baseUrl: string, offers: readonly Offer[]): Promise<void> {
      let hasChanged = false;
      const met: AppEvent[] = [];
      for (const watch of watches().filter((each) => each.baseUrl === baseUrl)) {
        const found = cheapest(watch, offers);
        const next = observeWatch(watch, found?.price ?? null, misses.get(watch.id) ?? 0);
        misses.set(watch.id, next.misses);
        if (next.isMet === watch.isMet) continue;
        hasChanged = true;
        unstored.set(watch.id, next.isMet);
        if (next.isMet && found !== null) met.push(priceEvent(watch, found, network.clock.now()));
      }
      await deliver(met, { urgent: false });
      if (hasChanged) await storeMet();
    },
  };
}

/** Reads the public offers of a service for the panel, and of the watched ones in turn: notifies when a watch is met. */
export function startPriceWatches(ports: PriceWatchPorts) {
  const { network } = ports;
  const { get } = ports.store;
  const { clock } = network;
  const { services, apply } = createWatchList(ports);
  /** When a service may be requested again, monotonic ms. */
  const retryAt = new Map<string, number>();
  let turn = 0;
  let isAsleep = false;
  /** Time of the next request to any service, monotonic ms. */
  let dueAt = clock.monotonic() + EVERY_MS;
  const timer = createTimer(clock);
  let controller: AbortController | null = null;

  function schedule(): void {
    timer.clear();
    const times = services().map((baseUrl) => retryAt.get(baseUrl) ?? dueAt);
    if (controller !== null || isAsleep || times.length === 0) return;
    if (!get().environment.isOnline) return;
    const at = Math.max(dueAt, Math.min(...times));
    timer.set(at - clock.monotonic(), () => void ask());
  }

  /** Resolves to ms until the next request to this service. */
  async function request(baseUrl: string, signal: AbortSignal): Promise<number> {
    const parsed = parseBaseUrl(baseUrl);
    if (!parsed.ok) return EVERY_MS;
    try {
      const list = await readOffers(publicHttp(parsed.url, network), 'offers', signal);
      await apply(baseUrl, list.offers);
      return list.problem?.kind === 'rateLimited' ? waitAfter(list.problem, clock) : EVERY_MS;
    } catch (error) {
      if (!get().environment.isOnline) return EVERY_MS;
      return waitAfter(error instanceof ServiceError ? error.problem : null, clock);
    }
  }

  async function ask(): Promise<void> {
    const now = clock.monotonic();
    const ready = services().filter((url) => (retryAt.get(url) ?? now) <= now);
    turn += 1;
    const baseUrl = ready[turn % ready.length];
    // A timer may end a moment early.
    if (baseUrl === undefined) return schedule();
    const asking = new AbortController();
    controller = asking;
    const wait = await request(baseUrl, asking.signal);
    if (controller !== asking) return;
    controller = null;
    retryAt.set(baseUrl, clock.monotonic() + wait);
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
    requests: {
      async readOffers({ baseUrl, list }: RequestInput<'readOffers'>) {
        return offerReportOf(await readOffers(publicHttp(requireBaseUrl(baseUrl), network), list));
      },
    },
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
