import { type AlertStates, createAlertFile } from '../../alerts/index.ts';
import { createTimer } from '../../clock.ts';
import { describeInternalError } from '../../log.ts';
import {
  DEFAULT_SETTINGS,
  hasQuietHours,
  type SettingsFile,
  withoutQuietHours,
} from '../../settings/index.ts';
import { applyAlertStates } from './apply-poll.ts';
import { joined, latestOfAlerts, quietHoursRemoved } from './notification-text.ts';
import type { Deliver, DesktopPorts, Notification, PartPorts, PartWith } from './ports.ts';

/** Notifications of a kind within this time are one. */
const BATCH_MS = 10_000;

type Tell = (notifications: readonly Notification[]) => Promise<void>;

export function withHint({ hint, ...notification }: Notification): Notification {
  if (hint === undefined) return notification;
  return { ...notification, body: `${notification.body} ${hint}`.trim() };
}

/** A summary may name an alert. */
function mayTellOfAlert({ destination, parts }: Notification): boolean {
  return destination.kind === 'alerts' || parts !== undefined;
}

const isShown = ({ isMessageOnly = false }: Notification) => !isMessageOnly;

export interface DeliveryPorts extends Pick<PartPorts, 'store' | 'clock' | 'log'> {
  /** The file of the alerts. */
  readonly path: string;
  readonly desktop: Pick<DesktopPorts, 'notify'>;
  readonly settings: Pick<SettingsFile, 'load' | 'update'>;
  readonly batchMs?: number;
}

/** Keeps the alerts across restarts, and notifies. Call it before the accounts are loaded. */
export async function startDelivery(ports: DeliveryPorts) {
  const { store, settings, path, log, clock, desktop, batchMs = BATCH_MS } = ports;
  const file = createAlertFile(path, log);
  let saved: AlertStates = {};
  let notifiedAt: number | null = null;
  let tell: Tell = async () => {};
  /** Wait for others of their kind. */
  let waiting: readonly Notification[] = [];
  const window = createTimer(clock);

  /** The quiet hours of an earlier version end with a notification, which a killed process repeats. */
  async function read(): Promise<void> {
    const { states, held } = await file.load();
    saved = states;
    store.apply(applyAlertStates(store.core(), states));
    // A failure was reported.
    const stored = await settings.load().catch(() => DEFAULT_SETTINGS);
    if (held.length === 0 && !hasQuietHours(stored)) return;
    notify([quietHoursRemoved(held)]);
    await file.save(saved);
    await settings
      .update(withoutQuietHours)
      .catch((error) => log.warn('settings.unsaved', describeInternalError(error)));
  }

  function write(): void {
    saved = store.core().memory.alerts;
    void file.save(saved);
  }

  function notify(notifications: readonly Notification[]): void {
    for (const notification of notifications) {
      notifiedAt = clock.monotonic();
      desktop.notify(withHint(notification));
    }
  }

  function save(): void {
    // An alert that waits is not on disk before it is notified: a killed process would lose it.
    if (store.core().memory.alerts !== saved && !waiting.some(mayTellOfAlert)) write();
  }

  /** @param apart all before they were joined */
  async function send(all: readonly Notification[], apart = all): Promise<void> {
    if (apart.some(mayTellOfAlert)) {
      save();
      await file.settled();
    }
    notify(all.filter(isShown));
    if (apart.length > 0) await tell(apart);
  }

  /** Notifies of what waits. */
  async function flush(): Promise<void> {
    window.clear();
    const latest = latestOfAlerts(waiting);
    waiting = [];
    const shown = joined(latest.filter(isShown), store.get().preferences.hideAmounts);
    await send(shown, latest);
  }

  const deliver: Deliver = async (notifications, { urgent }) => {
    const isWaiting = ({ batch }: Notification) => !urgent && batch !== undefined;
    if (waiting.length === 0 && notifications.some(isWaiting))
      window.set(batchMs, () => void flush());
    waiting = [...waiting, ...notifications.filter(isWaiting)];
    await send(notifications.filter((each) => !isWaiting(each)));
  };

  await read();
  return {
    deliver,
    /** @param listener called with each notification; a stop waits for it */
    onTold(listener: Tell): void {
      tell = listener;
    },
    /** Monotonic ms of the last notification; null: none yet. */
    notifiedAt: () => notifiedAt,
    polled: save,
    settingsChanged: save,
    accountsChanged: save,
    suspended: () => void flush(),
    async stop() {
      await flush();
      await file.settled();
    },
  } satisfies PartWith<'deliver' | 'notifiedAt' | 'onTold'>;
}
