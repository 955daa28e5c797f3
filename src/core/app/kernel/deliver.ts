import { createTimer } from '../../clock.ts';
import {
  awayNotification,
  EMPTY_OUTBOX,
  type Group,
  grouped,
  isOnDesktop,
  listed,
  type Notification,
  notificationOf,
  type Outbox,
  type OutboxFile,
} from '../../events/index.ts';
import { describeInternalError } from '../../log.ts';
import {
  DEFAULT_SETTINGS,
  hasQuietHours,
  type SettingsFile,
  withoutQuietHours,
} from '../../settings/index.ts';
import { applyAlertStates } from './apply-poll.ts';
import { isSilent } from './is-silent.ts';
import type { ApplicationPorts, Deliver, DesktopPorts, PartPorts, PartWith } from './ports.ts';

/** Events of a kind within this time are one notification. */
const BATCH_MS = 10_000;

export interface DeliveryPorts
  extends Pick<PartPorts, 'store' | 'clock' | 'log'>,
    Pick<ApplicationPorts, 'newId' | 'batchMs'> {
  readonly file: OutboxFile;
  readonly desktop: Pick<DesktopPorts, 'notify'>;
  readonly settings: Pick<SettingsFile, 'load' | 'update'>;
}

/** Sends to the destinations. */
interface Sender {
  /** Returns the outbox with the groups queued for the destinations that want them. */
  forward(outbox: Outbox, groups: readonly Group[]): Outbox;
  /** The queue is on disk. */
  wake(): void;
}

/** @param held titles of notifications that an earlier version held back in quiet hours */
function quietHoursRemoved(held: readonly string[]): Notification {
  const advice = 'Use Do Not Disturb on your computer and phone instead.';
  const body = held.length === 0 ? advice : `${advice} Held back: ${listed(held)}.`;
  return { title: 'Quiet hours were removed', body, destination: { kind: 'alerts' } };
}

const isOfPoll = ({ events: [first] }: Group) =>
  first?.kind === 'vm' || first?.kind === 'alertOpened' || first?.kind === 'alertClosed';

/** Keeps alerts and events on disk until they are shown and sent. Call it before the accounts are loaded. */
export async function startDelivery(ports: DeliveryPorts) {
  const { store, settings, file, log, clock, desktop, newId, batchMs = BATCH_MS } = ports;
  let outbox = EMPTY_OUTBOX;
  let saved = { states: store.core().memory.alerts, outbox };
  let notifiedAt: number | null = null;
  let sender: Sender = { forward: (next) => next, wake() {} };
  /** Changes that polls find wait for the end of a time away. */
  let isAway = false;
  const window = createTimer(clock);
  let isWindowOpen = false;

  /** Reads what the last run left. The quiet hours of an earlier version end with a notification, which a killed process repeats. */
  async function read(): Promise<void> {
    const { states, held, outbox: left } = await file.load();
    outbox = left;
    saved = { states, outbox };
    store.apply(applyAlertStates(store.core(), states));
    if (outbox.waiting.length > 0) openWindow();
    // A failure was reported.
    const stored = await settings.load().catch(() => DEFAULT_SETTINGS);
    if (held.length === 0 && !hasQuietHours(stored)) return;
    show(quietHoursRemoved(held));
    await file.save(states, outbox);
    await settings
      .update(withoutQuietHours)
      .catch((error) => log.warn('settings.unsaved', describeInternalError(error)));
  }

  /** Resolves when all is on disk. */
  function save(): Promise<void> {
    const states = store.core().memory.alerts;
    const isSame = states === saved.states && outbox === saved.outbox;
    if (isSame) return file.settled();
    saved = { states, outbox };
    return file.save(states, outbox);
  }

  function show(notification: Notification): void {
    notifiedAt = clock.monotonic();
    desktop.notify(notification);
  }

  const isDue = (group: Group) => !isAway || !isOfPoll(group);

  function openWindow(): void {
    if (isWindowOpen) return;
    isWindowOpen = true;
    window.set(batchMs, () => void closeWindow());
  }

  function closeWindow(): Promise<void> {
    window.clear();
    isWindowOpen = false;
    return flush(isDue);
  }

  /** Shows groups, and queues them for the destinations. @param awayMs of the time in which they happened; null: each is shown */
  async function flush(isChosen: (group: Group) => boolean, awayMs: number | null = null) {
    const { waiting } = outbox;
    const chosen = waiting.filter(isChosen);
    if (chosen.length === 0) return;
    const state = store.get();
    const now = clock.now();
    const shown = chosen.filter(({ events }) => events.every(isOnDesktop));
    if (awayMs === null) for (const group of shown) show(notificationOf(group, state, now));
    else if (shown.length > 0) show(awayNotification(shown, awayMs, state, now));
    const left = { ...outbox, waiting: waiting.filter((group) => !chosen.includes(group)) };
    outbox = sender.forward(left, chosen);
    await save();
    sender.wake();
  }

  const deliver: Deliver = async (events, { urgent }) => {
    const found = events.filter((event) => !isSilent(event, store.get()));
    if (found.length === 0) return;
    const { waiting } = outbox;
    const next = urgent
      ? [...waiting, ...grouped([], found, newId)]
      : grouped(waiting, found, newId);
    outbox = { ...outbox, waiting: next };
    const added = new Set(next.filter((group) => !waiting.includes(group)).map(({ id }) => id));
    if (!urgent) openWindow();
    await save();
    // Without waiting for the write after it: what the caller stores next says that it was notified.
    if (urgent) void flush(({ id }) => added.has(id));
  };

  await read();
  return {
    deliver,
    show,
    save: () => void save(),
    /** What waits for the destinations. A change of it resolves when it is on disk. */
    queue: {
      get: () => outbox,
      set(next: Outbox): Promise<void> {
        outbox = next;
        return save();
      },
      sendWith(next: Sender): void {
        sender = next;
      },
    },
    /** From now on, changes that polls find wait for `cameBack`. */
    wasAway(): void {
      isAway = true;
    },
    /** Shows them as one notification. Resolves when that is stored. */
    cameBack(awayMs: number): Promise<void> {
      isAway = false;
      return flush(isOfPoll, awayMs);
    },
    /** Monotonic ms of the last notification; null: none yet. */
    notifiedAt: () => notifiedAt,
    polled: () => void save(),
    settingsChanged: () => void save(),
    accountsChanged: () => void save(),
    suspended: () => void closeWindow(),
    async stop() {
      window.clear();
      await flush(() => true);
      await file.settled();
    },
  } satisfies PartWith<
    'deliver' | 'show' | 'save' | 'queue' | 'wasAway' | 'cameBack' | 'notifiedAt'
  >;
}
