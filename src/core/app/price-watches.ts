import { cheapest, observeWatch } from '../../shared/app/index.ts';
import type { Offer } from '../../shared/domain/index.ts';
import type { NetworkPorts } from '../accounts/index.ts';
import {
  createHttp,
  parseBaseUrl,
  readOffers,
  requestPublicList,
  ServiceError,
} from '../service/index.ts';
import { type Settings, type SettingsFile, withPreferences } from '../settings/index.ts';
import type { DesktopPorts, Notification, Part } from './application.ts';
import { priceNotification } from './notifications.ts';
import type { StateStore } from './state-store.ts';

interface PriceWatchPorts {
  readonly network: NetworkPorts;
  readonly settings: Pick<SettingsFile, 'update'>;
  readonly desktop: Pick<DesktopPorts, 'notify'>;
  readonly settingsChanged: (settings: Settings) => void;
}

/** Between two requests, whatever the number of watches and services, ms. */
const EVERY_MS = 60_000;
/** After a response that failed, or a refusal that names no time, ms. */
const RETRY_MS = 10 * 60_000;

/** Requests the public offers of the watched services in turn, and notifies when a watch is met. */
export function startPriceWatches(
  { network, settings, desktop, settingsChanged }: PriceWatchPorts,
  { get }: Pick<StateStore, 'get'>,
): Part {
  const { clock } = network;
  /** Responses in a row that were too dear, by the id of a watch that is met. */
  const misses = new Map<string, number>();
  let turn = 0;
  let isAsleep = false;
  /** Monotonic ms. */
  let dueAt = clock.monotonic() + EVERY_MS;
  let cancelTimer = () => {};
  let controller: AbortController | null = null;

  const watches = () => get().preferences.priceWatches;

  function schedule(): void {
    cancelTimer();
    if (controller !== null || isAsleep || watches().length === 0) return;
    if (!get().surroundings.isOnline) return;
    cancelTimer = clock.after(Math.max(0, dueAt - clock.monotonic()), () => void ask());
  }

  /** Stores which watches are met before it notifies, so that a crash repeats no notification. */
  async function apply(baseUrl: string, offers: readonly Offer[]): Promise<void> {
    const changed = new Map<string, boolean>();
    const met: Notification[] = [];
    for (const watch of watches().filter((each) => each.baseUrl === baseUrl)) {
      const found = cheapest(watch, offers);
      const next = observeWatch(watch, found?.price ?? null, misses.get(watch.id) ?? 0);
      misses.set(watch.id, next.misses);
      if (next.isMet === watch.isMet) continue;
      changed.set(watch.id, next.isMet);
      if (next.isMet && found !== null) met.push(priceNotification(watch, found, get()));
    }
    if (changed.size === 0) return;
    const stored = await settings.update((current) =>
      withPreferences(current, {
        priceWatches: watches().map((watch) => ({
          ...watch,
          isMet: changed.get(watch.id) ?? watch.isMet,
        })),
      }),
    );
    settingsChanged(stored);
    for (const notification of met) desktop.notify(notification);
  }

  /** Resolves to ms until the next request. */
  async function request(baseUrl: string, signal: AbortSignal): Promise<number> {
    const parsed = parseBaseUrl(baseUrl);
    if (!parsed.ok) return EVERY_MS;
    try {
      const body = await requestPublicList(createHttp(parsed.url, network), 'search', signal);
      await apply(baseUrl, readOffers(body, 'search').offers);
      return EVERY_MS;
    } catch (error) {
      if (!get().surroundings.isOnline) return EVERY_MS;
      const problem = error instanceof ServiceError ? error.problem : null;
      const retryAt = problem?.kind === 'rateLimited' ? problem.retryAt : null;
      return Math.max(EVERY_MS, retryAt === null ? RETRY_MS : retryAt - clock.now());
    }
  }

  async function ask(): Promise<void> {
    const services = [...new Set(watches().map(({ baseUrl }) => baseUrl))];
    turn += 1;
    const baseUrl = services[turn % services.length];
    if (baseUrl === undefined) return;
    const asking = new AbortController();
    controller = asking;
    const wait = await request(baseUrl, asking.signal);
    if (controller !== asking) return;
    controller = null;
    dueAt = clock.monotonic() + wait;
    schedule();
  }

  function cancel(): void {
    cancelTimer();
    controller?.abort();
    controller = null;
  }

  schedule();
  return {
    settingsChanged: schedule,
    online: schedule,
    suspended() {
      isAsleep = true;
      cancel();
    },
    resumed() {
      isAsleep = false;
      schedule();
    },
    stop() {
      isAsleep = true;
      cancel();
    },
  };
}
