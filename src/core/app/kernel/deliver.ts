import { earliestEnd, SELF_STOP_MS } from '../../../shared/auto-stop/vm-timer.ts';
import { MINUTE_MS } from '../../../shared/format/index.ts';
import { vmKey } from '../../../shared/ssh/ssh-state.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { CHANGE_WORDS } from '../../../shared/vms/vm-change.ts';
import { createTimer } from '../../clock.ts';
import {
  type AppEvent,
  awayNotification,
  forwarded,
  type Group,
  grouped,
  isOnDesktop,
  listed,
  NOTHING_STORED,
  type Notification,
  notificationOf,
  type Outbox,
  type OutboxFile,
  type VmChanged,
} from '../../events/index.ts';
import { describeInternalError } from '../../log.ts';
import { hasQuietHours, type SettingsFile, withoutQuietHours } from '../../settings/index.ts';
import { applyAlertStates } from './apply-poll.ts';
import { isVmMuted } from './lookups.ts';
import type { Deliver, DesktopPorts, PartPorts, PartWith } from './ports.ts';

/** Whether a launch, a stop or a destroy in this app caused the change. */
function isAskedHere(
  { accountId, vmId, facts }: VmChanged,
  { currentLaunch: launch, operations }: AppState,
): boolean {
  // A poll may list the VM before the launch is answered.
  if (facts?.change === 'appeared')
    return (
      launch?.accountId === accountId &&
      launch.phase !== 'failed' &&
      (launch.vmIds.length === 0 || launch.vmIds.includes(vmId))
    );
  const { operation = 'start' } = operations[vmKey(accountId, vmId)] ?? {};
  return facts?.change === 'stopped' && operation !== 'start';
}

/** The auto-stop, if any, notifies of a stop by the VM itself. */
function isArmedStop({ at, accountId, vmId, facts }: VmChanged, { autoStops }: AppState): boolean {
  const { armed } = autoStops[vmKey(accountId, vmId)] ?? {};
  if (facts?.change !== 'stopped' || !armed?.stops || armed.wanted === null) return false;
  const sinceMs = at - earliestEnd(armed.stops);
  return sinceMs >= -MINUTE_MS && sinceMs <= SELF_STOP_MS;
}

/** Whether an event is kept from desktop and destinations: the rule is off, the VM muted, the alert snoozed, or the change asked for here. */
export function isSilent(event: AppEvent, state: AppState): boolean {
  const { preferences } = state;
  if (event.kind === 'alertOpened' || event.kind === 'alertClosed') {
    const { alert, at, kind } = event;
    if (alert === undefined || isVmMuted(preferences, alert.subject)) return true;
    return kind === 'alertClosed' && (alert.snoozedUntil ?? 0) > at;
  }
  if (event.kind !== 'vm') return false;
  const { facts } = event;
  if (facts === undefined || !preferences[CHANGE_WORDS[facts.change].rule].isOn) return true;
  return isVmMuted(preferences, event) || isAskedHere(event, state) || isArmedStop(event, state);
}

/** Events of a kind within this time are one notification. */
const BATCH_MS = 10_000;

/** From the first answer of an account after a wake to the summary: further polls confirm alerts meanwhile. */
const SUMMARY_MS = 15_000;

/** From a wake to the summary where no account can be read in full, such as one that was signed out meanwhile. */
const LONGEST_MS = 60_000;

export interface DeliveryPorts
  extends Pick<PartPorts, 'store' | 'clock' | 'log' | 'loaded' | 'newId' | 'watch'> {
  /** Null: this process is a viewer, which shows at once what follows from the user's own actions, and nothing else. */
  readonly file: OutboxFile | null;
  readonly desktop: Pick<DesktopPorts, 'notify'>;
  readonly settings: Pick<SettingsFile, 'update'>;
}

/** The quiet hours of an earlier version end with a notification, which a killed process repeats. @param held titles that were held back */
async function endQuietHours(
  { desktop, settings, loaded, log }: DeliveryPorts,
  held: readonly string[],
  save: () => Promise<void>,
): Promise<void> {
  if (held.length === 0 && !hasQuietHours(loaded)) return;
  const advice = 'Use Do Not Disturb on your computer and phone instead.';
  const body = held.length === 0 ? advice : `${advice} Held back: ${listed(held)}.`;
  const destination = { kind: 'alerts' } as const;
  desktop.notify({ title: 'Quiet hours were removed', body, destination });
  await save();
  await settings
    .update(withoutQuietHours)
    .catch((error) => log.warn('settings.unsaved', describeInternalError(error)));
}

const isOfPoll = ({ events: [{ kind }] }: Group) =>
  kind === 'vm' || kind === 'alertOpened' || kind === 'alertClosed';

/** @param awayMs duration of the sleep in which the groups happened; null: each is shown */
function notificationsOf(
  groups: readonly Group[],
  awayMs: number | null,
  state: AppState,
  now: number,
): readonly Notification[] {
  const ofSleep = awayMs === null ? [] : groups.filter(isOfPoll);
  const others = groups.filter((group) => !ofSleep.includes(group));
  const shown = others.filter(({ events }) => events.every(isOnDesktop));
  const each = shown.map((group) => notificationOf(group, state, now));
  if (awayMs === null || ofSleep.length === 0) return each;
  return [awayNotification(ofSleep, awayMs, state, now), ...each];
}

/** The outbox, on disk with the alerts. */
function createOutbox({ store, file, clock, desktop }: DeliveryPorts, loaded: Outbox) {
  let outbox = loaded;
  let onQueued = () => {};

  /** Resolves when all is on disk. */
  const save = async () => file?.save(store.core().memory.alerts, outbox);

  function set(next: Outbox): Promise<void> {
    outbox = next;
    return save();
  }

  /** Shows groups, and queues them for the destinations. @param awayMs as in `notificationsOf` */
  async function flush(isChosen: (group: Group) => boolean, awayMs: number | null) {
    const { waiting, ...others } = outbox;
    const chosen = waiting.filter(isChosen);
    if (chosen.length === 0) return;
    for (const notification of notificationsOf(chosen, awayMs, store.get(), clock.now()))
      desktop.notify(notification);
    const next = { ...others, waiting: waiting.filter((group) => !chosen.includes(group)) };
    await set(file === null ? next : forwarded(next, chosen, store.get().destinations));
    onQueued();
  }

  return {
    get: () => outbox,
    set,
    save,
    flush,
    /** @param listener called when groups for the destinations are on disk */
    onQueued(listener: () => void): void {
      onQueued = listener;
    },
  };
}

/** Keeps alerts and events on disk until they are shown and sent. Call it before the accounts are loaded. */
export async function startDelivery(ports: DeliveryPorts) {
  const { store, file, clock, newId, watch: { batchMs = BATCH_MS } = {} } = ports;
  const { states, held, outbox } = (await file?.load()) ?? NOTHING_STORED;
  const queue = createOutbox(ports, outbox);
  const { flush } = queue;
  const save = () => void queue.save();
  store.apply(applyAlertStates(store.core(), states));
  const window = createTimer(clock);
  let isWindowOpen = false;
  let isAsleep = false;
  let sleptAt: number | null = null;
  /** Duration of the sleep before the window, whose changes are one summary, ms; null: it was opened by an event. */
  let awayMs: number | null = null;

  function openWindow(ms: number): void {
    isWindowOpen = true;
    window.set(ms, () => void closeWindow());
  }

  function cameBack(ms: number): void {
    // What is not of a poll waits for one window at most.
    void flush((group) => !isOfPoll(group), null);
    const now = clock.now();
    isAsleep = false;
    awayMs = now - (sleptAt ?? now);
    openWindow(ms);
  }

  function closeWindow(): Promise<void> {
    window.clear();
    isWindowOpen = false;
    // A wake of seconds interrupts no sleep, whose changes wait for the summary.
    if (isAsleep && awayMs !== null) return flush((group) => !isOfPoll(group), null);
    const wasAwayMs = awayMs;
    awayMs = null;
    // An account that answers later was not away for that long.
    if (!isAsleep) sleptAt = null;
    return flush(() => true, wasAwayMs);
  }

  const deliver: Deliver = async (events, { urgent }) => {
    const found = events.filter((event) => !isSilent(event, store.get()));
    if (found.length === 0 || (file === null && !urgent)) return;
    const { waiting, ...others } = queue.get();
    const alone = urgent ? found.flatMap((event) => grouped([], [event], newId)) : [];
    const next = urgent ? [...waiting, ...alone] : grouped(waiting, found, newId);
    if (!urgent && !isWindowOpen) openWindow(batchMs);
    await queue.set({ ...others, waiting: next });
    // Without waiting for the next write: the caller stores next that the user was notified.
    if (urgent) void flush(({ id }) => alone.some((group) => group.id === id), null);
  };

  if (file !== null) await endQuietHours(ports, held, queue.save);
  return {
    deliver,
    save,
    queue,
    /** Shows what the last run left, once all parts have started: it is sent too. */
    begin(): void {
      if (queue.get().waiting.length > 0) openWindow(batchMs);
    },
    polled({ isAfterWake }) {
      if (isAfterWake) cameBack(SUMMARY_MS);
      save();
    },
    settingsChanged: save,
    accountsChanged: save,
    suspended() {
      isAsleep = true;
      if (awayMs === null) sleptAt = clock.now();
      void closeWindow();
    },
    resumed: () => cameBack(LONGEST_MS),
    async stop() {
      isAsleep = false;
      await closeWindow();
      await file?.settled();
    },
  } satisfies PartWith<'deliver' | 'save' | 'queue'>;
}
