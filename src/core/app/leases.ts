import { asOfTime, type Lease, type LeaseLimit, leaseText, vmKey } from '../../shared/app/index.ts';
import { knownVms, UNKNOWN_STATE, type VmPhase, vmPhase } from '../../shared/domain/index.ts';
import { clockTime } from '../../shared/format/index.ts';
import type { Refusal } from '../../shared/ipc/index.ts';
import type { Clock } from '../clock.ts';
import type { History } from '../history/history.ts';
import { describeDefect, type Log } from '../log.ts';
import { type Settings, type SettingsFile, withLease } from '../settings/index.ts';
import type { DesktopPorts, Notification, NotificationButton } from './application.ts';
import { type LeaseEnd, leaseEnd } from './lease-end.ts';
import type { OperationsPart } from './operations.ts';
import { RefusalError } from './refusal-error.ts';
import type { StateStore } from './state-store.ts';

export interface LeasePorts {
  readonly settings: Pick<SettingsFile, 'load' | 'update'>;
  readonly operations: Pick<OperationsPart, 'operate'>;
  /** Null: none is open. */
  readonly history: () => Pick<History, 'spans'> | null;
  readonly desktop: Pick<DesktopPorts, 'notify'>;
  readonly clock: Clock;
  readonly log: Log;
}

const HOUR_MS = 3_600_000;

/** Why a lease is notified. `reason`: null: a defect; `goesOn`: it is tried again. */
type LeaseNews =
  | { readonly kind: 'soon' | 'reminder' | 'signedOut' | 'unknown' }
  | { readonly kind: 'failed'; readonly reason: Refusal | null; readonly goesOn: boolean };

/** Why it ends soon. */
const CAUSES: Readonly<Record<LeaseLimit['kind'], string>> = {
  time: '',
  idle: 'It is idle. ',
  spend: 'It has almost cost what you set. ',
};

/** A time as one of the clock: whenever it is pressed, it means the same. The others are counted again from then on. */
function extendButton({ accountId, vmId, limit }: Lease, now: number): NotificationButton {
  const when = limit.kind === 'time' ? clockTime(limit.at + HOUR_MS) : leaseText(limit, now);
  const action = { kind: 'setLease', input: { accountId, vmId, when } } as const;
  return { label: limit.kind === 'time' ? `Extend to ${when}` : 'Count again', action };
}

/** For a lease that ends soon, or that could not stop its VM. @param at when it ends or ended @param now ms since the epoch */
function leaseNotification(lease: Lease, news: LeaseNews, at: number, now: number): Notification {
  const { accountId, vmId, name: vm, limit } = lease;
  const destination = { kind: 'vm', accountId, vmId } as const;
  const time = asOfTime(at, now);
  switch (news.kind) {
    case 'soon':
      return {
        title: `${vm}: lease ends at ${time}`,
        body: `${CAUSES[limit.kind]}Click to extend it.`,
        destination,
        button: extendButton(lease, now),
      };
    case 'unknown':
      return {
        title: `${vm} may not be stopped`,
        body: `Its ${limit.kind === 'idle' ? 'load' : 'cost'} has been unknown for 30 min, so its lease cannot end. Stop it yourself if you are done.`,
        destination,
      };
    case 'reminder':
      return {
        title: `Time to stop ${vm}`,
        body: `Its lease ended at ${time}. GPU Tray cannot stop it: the account has no service profile.`,
        destination,
      };
    case 'signedOut':
      return {
        title: `${vm} is not stopped`,
        body: `Its lease ended at ${time}, and its account is signed out.`,
        destination: { kind: 'vms' },
      };
    case 'failed': {
      const why = news.reason === null ? '' : ` ${news.reason.message} ${news.reason.action}`;
      const next = news.goesOn ? ' GPU Tray keeps trying.' : ' Stop it in the console.';
      return {
        title: `${vm} is not stopped`,
        body: `Its lease ended at ${time}.${why}${next}`,
        destination,
      };
    }
  }
}

/** A lease that is due, as long as its VM is not known to be stopped. */
interface Due {
  /** When it ended, ms since the epoch. */
  readonly at: number;
  /** Monotonic ms of the first attempt. */
  readonly since: number;
  /** Monotonic ms of the next attempt. */
  nextAt: number;
  /** The service accepted the stop, which the operations then confirm; it is not sent again in this run. */
  isSent: boolean;
  isReported: boolean;
}

/** Between two attempts of a due lease, ms: more often while a network that wakes up may explain the failure. */
const EARLY_RETRY_MS = 10_000;
const RETRY_MS = 60_000;
const REPORT_MS = 110_000;

/** How long before its end a lease is notified, ms. */
const WARNING_MS = 10 * 60_000;

/** How long a lease's figures may be missing before a notification, ms. */
const UNKNOWN_MS = 30 * 60_000;

export type LeasesPart = ReturnType<typeof startLeases>;

/** Stops VMs when their leases end, as soon as this computer can. A lease stays until its VM is stopped, or the user was notified. */
export function startLeases(
  { settings, operations, history, desktop, clock, log }: LeasePorts,
  loaded: Settings,
  store: StateStore,
) {
  // What is remembered of each lease, by `idOf`.
  const due = new Map<string, Due>();
  /** The leases whose end was announced. */
  const warned = new Set<string>();
  /** The leases whose VM was seen running: one that is set for a stopped VM is for its next run. */
  const ran = new Set<string>();
  /** The leases whose figures are missing: since when, monotonic ms. */
  const unknown = new Map<string, { readonly since: number; isReported: boolean }>();
  /** The leases that are over: one that could not be removed from the settings must not run again. */
  const ended = new Set<string>();
  /** Counts changes of the settings, so that one that was read before is not shown after it. */
  let changes = 0;
  let cancelTimer = () => {};

  const keyOf = ({ accountId, vmId }: Lease) => vmKey(accountId, vmId);
  const idOf = (lease: Lease) => `${keyOf(lease)} ${JSON.stringify(lease.limit)}`;

  /** What is remembered of a lease must not count for one that is set later for the same time. */
  function forget(isOver: (id: string) => boolean): void {
    for (const known of [due, warned, ran, unknown, ended])
      for (const id of known.keys()) if (isOver(id)) known.delete(id);
  }

  function endOf(lease: Lease): LeaseEnd {
    const now = clock.now();
    const spansSince = ({ accountId, vmId }: Lease, since: number) => {
      try {
        return history()?.spans(accountId, vmId, since, now) ?? [];
      } catch (error) {
        // Its cost is unknown. Other leases need no history.
        log.warn('lease.unmeasured', describeDefect(error));
        return [];
      }
    };
    return leaseEnd(lease, { core: store.core(), spansSince, now });
  }

  async function change(apply: (current: Settings) => Settings): Promise<Settings> {
    changes += 1;
    const next = await settings.update(apply);
    changes += 1;
    return next;
  }

  /** Shows what the command line may have changed. */
  async function reread(): Promise<void> {
    const before = changes;
    try {
      const current = await settings.load();
      if (before === changes) show(current);
    } catch (error) {
      log.warn('lease.unread', describeDefect(error));
    }
  }

  function show({ leases = [] }: Settings): void {
    const ids = new Set(leases.map(idOf));
    forget((id) => !ids.has(id));
    const going = leases.filter((lease) => !ended.has(idOf(lease)));
    for (const lease of going) if (phaseOf(lease) === 'running') ran.add(idOf(lease));
    const shown = Object.fromEntries(going.map((lease) => [keyOf(lease), lease]));
    if (JSON.stringify(shown) !== JSON.stringify(store.get().leases)) store.set({ leases: shown });
    schedule();
  }

  /** As listed last; `gone` from the list. Null: no list was received. */
  function phaseOf({ accountId, vmId }: Lease): VmPhase | 'gone' | null {
    const snapshot = store.get().snapshots[accountId] ?? UNKNOWN_STATE;
    if (snapshot.vms.value === null) return null;
    const vm = knownVms(snapshot).find(({ id }) => id === vmId);
    return vm === undefined ? 'gone' : vmPhase(vm.status);
  }

  function isStopped(lease: Lease): boolean {
    const phase = phaseOf(lease);
    return phase !== null && ['gone', 'stopped', 'interrupted', 'destroyed'].includes(phase);
  }

  /** Whether its VM was stopped, by this lease, the user or another computer. An interrupted one may restart automatically. */
  function isDone(lease: Lease): boolean {
    if (due.get(idOf(lease))?.isSent) return isStopped(lease);
    const phase = phaseOf(lease);
    return ran.has(idOf(lease)) && (phase === 'stopped' || phase === 'destroyed');
  }

  async function end(lease: Lease): Promise<void> {
    due.delete(idOf(lease));
    ended.add(idOf(lease));
    // Another lease may have replaced it.
    const isSame = (other: Lease) => idOf(other) === idOf(lease);
    const others = Object.entries(store.get().leases).filter(([, other]) => !isSame(other));
    store.set({ leases: Object.fromEntries(others) });
    try {
      show(
        await change((current) =>
          current.leases?.some(isSame) ? withLease(current, lease, null) : current,
        ),
      );
    } catch (error) {
      // After a restart the lease is due again, and finds a VM that is stopped.
      log.warn('lease.unsaved', describeDefect(error));
    }
  }

  function notify(lease: Lease, news: LeaseNews, at: number): void {
    desktop.notify(leaseNotification(lease, news, at, clock.now()));
  }

  /** The user has to act, or the service: repeating the request would not help. */
  const isFinal = ({ refusal: { kind } }: RefusalError) =>
    ['forbidden', 'notFound', 'invalid', 'incompatible'].includes(kind);

  async function attempt(lease: Lease, state: Due): Promise<void> {
    const { accountId, vmId } = lease;
    try {
      await operations.operate({ accountId, vmId, operation: 'stop' });
      state.isSent = true;
    } catch (error) {
      const reason = error instanceof RefusalError ? error.refusal : null;
      if (reason === null) log.error('lease.defect', describeDefect(error));
      const isLate = clock.monotonic() - state.since >= REPORT_MS;
      const ends = error instanceof RefusalError && isFinal(error);
      if ((isLate || ends) && !state.isReported) {
        state.isReported = true;
        notify(lease, { kind: 'failed', reason, goesOn: !ends }, state.at);
      }
      if (ends) await end(lease);
    }
  }

  /** @param at when it ended */
  async function run(lease: Lease, at: number): Promise<void> {
    const { accounts } = store.get();
    const account = accounts.find(({ id }) => id === lease.accountId);
    if (account === undefined) {
      notify(lease, { kind: 'signedOut' }, at);
      return end(lease);
    }
    if (account.profile?.operations?.stop === undefined) {
      if (!isStopped(lease)) notify(lease, { kind: 'reminder' }, at);
      return end(lease);
    }
    const now = clock.monotonic();
    const state = due.get(idOf(lease)) ?? {
      ...{ at, since: now, nextAt: now, isSent: false, isReported: false },
    };
    due.set(idOf(lease), state);
    if (state.isSent || state.nextAt > now) return;
    await attempt(lease, state);
    state.nextAt = clock.monotonic() + (state.isReported ? RETRY_MS : EARLY_RETRY_MS);
  }

  /** Notifies once of figures that are missing for long. */
  function watchFigures(lease: Lease, { kind }: LeaseEnd): void {
    if (kind !== 'unknown') {
      unknown.delete(idOf(lease));
      return;
    }
    const state = unknown.get(idOf(lease)) ?? { since: clock.monotonic(), isReported: false };
    unknown.set(idOf(lease), state);
    if (state.isReported || clock.monotonic() - state.since < UNKNOWN_MS) return;
    state.isReported = true;
    notify(lease, { kind: 'unknown' }, clock.now());
  }

  /** Of a lease that is not due. */
  function announce(lease: Lease, found: LeaseEnd, now: number): void {
    // What was not stopped yet is busy again.
    if (due.get(idOf(lease))?.isSent === false) due.delete(idOf(lease));
    if (found.kind === 'open') warned.delete(idOf(lease));
    if (found.kind !== 'at' || found.at - now > WARNING_MS) return;
    if (warned.has(idOf(lease)) || isStopped(lease)) return;
    warned.add(idOf(lease));
    notify(lease, { kind: 'soon' }, found.at);
  }

  let running = Promise.resolve();

  /** Runs the lease if it is due. Before, it is read again: it may have been changed meanwhile. */
  async function checkLease(listed: Lease): Promise<void> {
    const now = clock.now();
    const last = endOf(listed);
    if (last.kind === 'at' && last.at <= now) await reread();
    const lease = store.get().leases[keyOf(listed)];
    if (lease === undefined) return;
    const found = endOf(lease);
    watchFigures(lease, found);
    if (found.kind === 'gone') await end(lease);
    else if (found.kind === 'at' && found.at <= now) await run(lease, found.at);
    else announce(lease, found, now);
  }

  /** Runs what is due, one after the other, and schedules the next. */
  function check(): Promise<void> {
    running = running.then(async () => {
      for (const lease of Object.values(store.get().leases)) await checkLease(lease);
      schedule();
    });
    return running;
  }

  /** Until a lease is looked at again, ms; null: after the next poll. */
  function waitOf(lease: Lease, now: number): number | null {
    const state = due.get(idOf(lease));
    if (state !== undefined)
      return state.isSent ? null : Math.max(0, state.nextAt - clock.monotonic());
    const found = endOf(lease);
    if (found.kind === 'unknown') return RETRY_MS;
    if (found.kind !== 'at') return null;
    const toWarning = found.at - WARNING_MS - now;
    return Math.max(0, toWarning > 0 ? toWarning : found.at - now);
  }

  function schedule(): void {
    cancelTimer();
    const now = clock.now();
    const waits = Object.values(store.get().leases).flatMap((lease) => waitOf(lease, now) ?? []);
    if (waits.length > 0) cancelTimer = clock.after(Math.min(...waits), () => void check());
  }

  /** What hindered a stop may be over. */
  function attemptNow(): void {
    for (const state of due.values()) state.nextAt = clock.monotonic();
    void check();
  }

  show(loaded);
  return {
    /** @param limit null removes the lease */
    async set(vm: Omit<Lease, 'limit'>, limit: LeaseLimit | null): Promise<void> {
      const next = await change((current) => withLease(current, vm, limit));
      if (limit !== null) forget((id) => id === idOf({ ...vm, limit }));
      show(next);
    },
    async polled(): Promise<void> {
      for (const lease of Object.values(store.get().leases)) if (isDone(lease)) await end(lease);
      await reread();
      // New figures; a time needs none.
      if (Object.values(store.get().leases).some(({ limit }) => limit.kind !== 'time'))
        void check();
    },
    accountsChanged: attemptNow,
    online(isOnline: boolean) {
      if (isOnline) attemptNow();
    },
    suspended() {
      cancelTimer();
      unknown.clear();
    },
    resumed: attemptNow,
    stop: () => cancelTimer(),
  };
}
