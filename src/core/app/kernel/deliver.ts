import { clipped, MINUTE_MS, shownCurrency } from '../../../shared/format/index.ts';
import {
  type AlertStates,
  createAlertFile,
  isQuietAt,
  MAX_HELD,
  withSnoozes,
} from '../../alerts/index.ts';
import { createTimer } from '../../clock.ts';
import { DEFAULT_SETTINGS, type SettingsFile } from '../../settings/index.ts';
import { applyAlertStates } from './apply-poll.ts';
import { joined, latestOfAlerts, listed, titlesOf } from './notification-text.ts';
import type { Deliver, DesktopPorts, Notification, PartPorts, PartWith } from './ports.ts';

/** Notifications of a kind within this time are one. */
const BATCH_MS = 10_000;
const MAX_TITLE = 200;

type Tell = (notifications: readonly Notification[], isUrgent: boolean) => Promise<void>;

function withHint({ hint, ...notification }: Notification): Notification {
  if (hint === undefined) return notification;
  return { ...notification, body: `${notification.body} ${hint}`.trim() };
}

/** A summary may name an alert. */
function mayTellOfAlert({ destination, titles }: Notification): boolean {
  return destination.kind === 'alerts' || titles !== undefined;
}

const isShown = ({ isMessageOnly = false }: Notification) => !isMessageOnly;

/** @param titles oldest first, at least one */
function morningSummary(titles: readonly string[]): Notification {
  const count = titles.length === 1 ? '' : `: ${titles.length} messages`;
  const title = `During quiet hours${count}`;
  return { title, body: listed(titles), destination: { kind: 'alerts' } };
}

export interface DeliveryPorts extends Pick<PartPorts, 'store' | 'clock' | 'log'> {
  /** The file of the alerts and of the held notifications. */
  readonly path: string;
  readonly desktop: Pick<DesktopPorts, 'notify'>;
  readonly settings: Pick<SettingsFile, 'load'>;
  readonly batchMs?: number;
}

/** Keeps the alerts across restarts, and holds notifications in quiet hours. Call it before the accounts are loaded. */
export async function startDelivery(ports: DeliveryPorts) {
  const { store, settings, path, log, clock, desktop, batchMs = BATCH_MS } = ports;
  const file = createAlertFile(path, log);
  let saved: AlertStates = {};
  let held: readonly string[] = [];
  let notifiedAt: number | null = null;
  let tell: Tell = async () => {};
  /** Wait for others of their kind. */
  let waiting: readonly Notification[] = [];
  const window = createTimer(clock);
  const timer = createTimer(clock);
  const isShownOnly = () => store.get().actsElsewhere !== null;

  async function read(): Promise<void> {
    const loaded = await file.load();
    saved = loaded.states;
    held = loaded.held;
    // Set beside the process that acts, which has not taken them yet. A failure was reported.
    const { snoozes = [] } = await settings.load().catch(() => DEFAULT_SETTINGS);
    store.apply(applyAlertStates(store.core(), withSnoozes(saved, snoozes)));
  }

  function write(): void {
    if (isShownOnly()) return;
    saved = store.core().memory.alerts;
    void file.save({ states: saved, held });
  }

  const isQuiet = () => isQuietAt(clock.now(), store.get().preferences.quietHours);

  function notify(notifications: readonly Notification[]): void {
    for (const notification of notifications) {
      notifiedAt = clock.monotonic();
      desktop.notify(withHint(notification));
    }
  }

  function hold(notifications: readonly Notification[]): void {
    const titles = notifications.flatMap(titlesOf).map((title) => clipped(title, MAX_TITLE));
    held = [...held, ...titles].slice(-MAX_HELD);
    write();
    release();
  }

  /** Notifies of the held notifications after the quiet hours. Checked each minute: the end may change. */
  function release(): void {
    timer.clear();
    if (held.length === 0 || isShownOnly()) return;
    if (isQuiet()) {
      timer.set(MINUTE_MS, release);
      return;
    }
    const notification = morningSummary(held);
    held = [];
    write();
    // A restart before the write would repeat the notification.
    void file.settled().then(() => notify([notification]));
  }

  function save(): void {
    // An alert that waits is not on disk before it is notified: a killed process would lose it.
    if (store.core().memory.alerts !== saved && !waiting.some(mayTellOfAlert)) write();
    release();
  }

  /** @param apart all before they were joined */
  async function send(all: readonly Notification[], isUrgent: boolean, apart = all): Promise<void> {
    const isQuietHour = !isUrgent && isQuiet();
    if (apart.some(mayTellOfAlert)) {
      save();
      await file.settled();
    }
    const shown = all.filter(isShown);
    if (shown.length > 0 && isQuietHour) hold(shown);
    else notify(shown);
    if (apart.length > 0) await tell(apart, isUrgent);
  }

  /** Notifies of what waits. */
  async function flush(): Promise<void> {
    window.clear();
    const latest = latestOfAlerts(waiting);
    waiting = [];
    const shown = joined(latest.filter(isShown), shownCurrency(store.get().preferences));
    await send(shown, false, latest);
  }

  const deliver: Deliver = async (notifications, { urgent }) => {
    if (!urgent && isShownOnly()) return;
    const isWaiting = ({ batch }: Notification) => !urgent && batch !== undefined;
    if (waiting.length === 0 && notifications.some(isWaiting))
      window.set(batchMs, () => void flush());
    waiting = [...waiting, ...notifications.filter(isWaiting)];
    await send(
      notifications.filter((each) => !isWaiting(each)),
      urgent,
    );
  };

  await read();
  release();
  return {
    deliver,
    save,
    /** @param listener called with each notification, in quiet hours too; a stop waits for it */
    onTold(listener: Tell): void {
      tell = listener;
    },
    /** Monotonic ms of the last notification; null: none yet. */
    notifiedAt: () => notifiedAt,
    polled: () => (isShownOnly() ? read() : save()),
    takingOver: read,
    settingsChanged: save,
    accountsChanged: save,
    suspended: () => void flush(),
    resumed: release,
    async stop() {
      timer.clear();
      await flush();
      await file.settled();
    },
  } satisfies PartWith<'deliver' | 'save' | 'notifiedAt' | 'onTold'>;
}
