import { clipped, MINUTE_MS } from '../../../shared/format/index.ts';
import type { Destination } from '../../../shared/ipc/index.ts';
import { createAlertFile, isQuietAt, MAX_HELD } from '../../alerts/index.ts';
import { type Clock, createTimer } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { applyAlertMemory } from './apply-poll.ts';
import { listed, titlesOf } from './notification-text.ts';
import type { DesktopPorts, Notification, PartWith } from './ports.ts';
import type { StateStore } from './state-store.ts';

/** More notifications of a kind than this are one. */
const MAX_SINGLE = 3;
const MAX_TITLE = 200;

/** How things of one kind are notified. */
interface Batch<T> {
  readonly titleOf: (one: T) => string;
  readonly single: (one: T, title: string) => Notification;
  /** The title where they are one notification. */
  readonly summary: (count: number) => string;
  readonly destination: Destination;
}

/** A notification for each, or one for all when they are more than `maxSingle`. */
export function batched<T>(
  all: readonly T[],
  { titleOf, single, summary, destination }: Batch<T>,
  maxSingle = MAX_SINGLE,
): readonly Notification[] {
  if (all.length <= maxSingle) return all.map((one) => single(one, titleOf(one)));
  const titles = all.map(titleOf);
  return [{ title: summary(all.length), body: listed(titles), titles, destination }];
}

/**
 * Notifies, or holds it in quiet hours; never rejects. An alert is on disk before: a process that is killed in between would
 * notify of it again.
 * @param urgent also in quiet hours: what cannot wait, and what the user's own action causes
 */
export type Deliver = (
  notifications: readonly Notification[],
  how: { readonly urgent: boolean },
) => Promise<void>;

/** A summary may name one. */
function mayTellOfAlert({ destination, titles }: Notification): boolean {
  return destination.kind === 'alerts' || titles !== undefined;
}

/** @param titles of the notifications that quiet hours held, oldest first; at least one */
function morningSummary(titles: readonly string[]): Notification {
  return {
    title:
      titles.length === 1 ? 'During quiet hours' : `During quiet hours: ${titles.length} messages`,
    body: listed(titles),
    destination: { kind: 'alerts' },
  };
}

export interface DeliveryPorts {
  readonly store: StateStore;
  /** The file of the alerts and of what quiet hours hold. */
  readonly path: string;
  readonly log: Log;
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after'>;
  readonly desktop: Pick<DesktopPorts, 'notify'>;
}

/**
 * Keeps the alerts across restarts, and holds notifications in quiet hours. Loads the alerts of the last run: call it before the
 * accounts are loaded.
 */
export async function startDelivery({ store, path, log, clock, desktop }: DeliveryPorts) {
  const file = createAlertFile(path, log);
  const loaded = await file.load();
  let saved = loaded.episodes;
  let { held } = loaded;
  let notifiedAt: number | null = null;
  const timer = createTimer(clock);
  store.apply(applyAlertMemory(store.core(), saved));

  function write(): void {
    saved = store.core().memory.alerts;
    void file.save({ episodes: saved, held });
  }

  const isQuiet = () => isQuietAt(clock.now(), store.get().preferences.quietHours);

  function notify(notifications: readonly Notification[]): void {
    for (const notification of notifications) {
      notifiedAt = clock.monotonic();
      desktop.notify(notification);
    }
  }

  function hold(notifications: readonly Notification[]): void {
    const titles = notifications.flatMap(titlesOf).map((title) => clipped(title, MAX_TITLE));
    held = [...held, ...titles].slice(-MAX_HELD);
    write();
    release();
  }

  /** Notifies of what was held when the quiet hours are over. A timer that looks each minute needs no time of their end. */
  function release(): void {
    timer.clear();
    if (held.length === 0) return;
    if (isQuiet()) {
      timer.set(MINUTE_MS, release);
      return;
    }
    const notification = morningSummary(held);
    held = [];
    write();
    // A restart before that would repeat it.
    void file.settled().then(() => notify([notification]));
  }

  /** Writes the alerts of the state. */
  function save(): void {
    if (store.core().memory.alerts !== saved) write();
    release();
  }

  const deliver: Deliver = async (notifications, { urgent }) => {
    if (notifications.some(mayTellOfAlert)) {
      save();
      await file.settled();
    }
    if (notifications.length === 0) return;
    if (isQuiet() && !urgent) hold(notifications);
    else notify(notifications);
  };

  release();
  return {
    deliver,
    save,
    /** Of the last notification, monotonic ms; null: none yet. */
    notifiedAt: () => notifiedAt,
    polled: save,
    settingsChanged: save,
    accountsChanged: save,
    resumed: release,
    stop() {
      timer.clear();
      return file.settled();
    },
  } satisfies PartWith<'deliver' | 'save' | 'notifiedAt'>;
}
