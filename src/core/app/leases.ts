import { asOfTime, type Lease, vmKey } from '../../shared/app/index.ts';
import { knownVms, UNKNOWN_STATE, vmPhase } from '../../shared/domain/index.ts';
import { clockTime } from '../../shared/format/index.ts';
import type { Refusal } from '../../shared/ipc/index.ts';
import type { Clock } from '../clock.ts';
import { describeDefect, type Log } from '../log.ts';
import { type Settings, type SettingsFile, withLease } from '../settings/index.ts';
import type { DesktopPorts, Notification, NotificationButton } from './application.ts';
import type { OperationsPart } from './operations.ts';
import { RefusalError } from './refusal-error.ts';
import type { StateStore } from './state-store.ts';

export interface LeasePorts {
  readonly settings: Pick<SettingsFile, 'load' | 'update'>;
  readonly operations: Pick<OperationsPart, 'operate'>;
  readonly desktop: Pick<DesktopPorts, 'notify'>;
  readonly clock: Clock;
  readonly log: Log;
}

const HOUR_MS = 3_600_000;

/** Why a lease is notified. `reason`: null: a defect; `goesOn`: it is tried again. */
type LeaseNews =
  | { readonly kind: 'soon' | 'reminder' | 'signedOut' }
  | { readonly kind: 'failed'; readonly reason: Refusal | null; readonly goesOn: boolean };

/** As a time of the clock: whenever it is pressed, it means the same. */
function extendButton({ accountId, vmId, at }: Omit<Lease, 'name'>): NotificationButton {
  const when = clockTime(at + HOUR_MS);
  const action = { kind: 'setLease', input: { accountId, vmId, when } } as const;
  return { label: `Extend to ${when}`, action };
}

/** For a lease that ends soon, or that could not stop its VM. @param now ms since the epoch */
function leaseNotification(
  { accountId, vmId, name: vm, at }: Lease,
  news: LeaseNews,
  now: number,
): Notification {
  const destination = { kind: 'vm', accountId, vmId } as const;
  const time = asOfTime(at, now);
  switch (news.kind) {
    case 'soon':
      return {
        title: `${vm}: lease ends at ${time}`,
        body: 'Click to extend it.',
        destination,
        button: extendButton({ accountId, vmId, at }),
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
  /** Monotonic ms of the first attempt. */
  readonly since: number;
  /** The service accepted the stop, which the operations then confirm; it is not sent again in this run. */
  isSent: boolean;
  isReported: boolean;
}

/** Between two attempts of a due lease, ms: more often while a network that wakes up may explain the failure. */
const EARLY_RETRY_MS = 10_000;
const RETRY_MS = 60_000;
const REPORT_MS = 110_000;

/** Before a lease ends, the user is told, ms. */
const WARNING_MS = 10 * 60_000;

export type LeasesPart = ReturnType<typeof startLeases>;

/** Stops VMs when their leases end, as soon as this computer can. A lease stays until its VM is stopped, or the user was told. */
export function startLeases(
  { settings, operations, desktop, clock, log }: LeasePorts,
  loaded: Settings,
  store: StateStore,
) {
  const due = new Map<string, Due>();
  /** The leases whose end was announced, by key and time. */
  const warned = new Set<string>();
  /** The leases that are over, by key and time: one that could not be removed from the settings must not run again. */
  const ended = new Set<string>();
  /** Counts changes of the settings, so that one that was read before is not shown after it. */
  let changes = 0;
  let cancelTimer = () => {};

  const keyOf = ({ accountId, vmId }: Lease) => vmKey(accountId, vmId);
  const idOf = (lease: Lease) => `${keyOf(lease)} ${lease.at}`;

  async function change(lease: Omit<Lease, 'at'>, at: number | null): Promise<Settings> {
    changes += 1;
    const next = await settings.update((current) => withLease(current, lease, at));
    changes += 1;
    return next;
  }

  function show({ leases = [] }: Settings): void {
    const going = leases.filter((lease) => !ended.has(idOf(lease)));
    const shown = Object.fromEntries(going.map((lease) => [keyOf(lease), lease]));
    if (JSON.stringify(shown) !== JSON.stringify(store.get().leases)) store.set({ leases: shown });
    schedule();
  }

  /** As listed last, or gone from the list. */
  function isStopped({ accountId, vmId }: Lease): boolean {
    const snapshot = store.get().snapshots[accountId] ?? UNKNOWN_STATE;
    if (snapshot.vms.value === null) return false;
    const vm = knownVms(snapshot).find(({ id }) => id === vmId);
    return vm === undefined || ['stopped', 'interrupted', 'destroyed'].includes(vmPhase(vm.status));
  }

  async function end(lease: Lease): Promise<void> {
    due.delete(keyOf(lease));
    ended.add(idOf(lease));
    const { [keyOf(lease)]: _, ...leases } = store.get().leases;
    store.set({ leases });
    try {
      await change(lease, null);
    } catch (error) {
      // After a restart the lease is due again, and finds a VM that is stopped.
      log.warn('lease.unsaved', describeDefect(error));
    }
  }

  function notify(lease: Lease, news: LeaseNews): void {
    desktop.notify(leaseNotification(lease, news, clock.now()));
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
        notify(lease, { kind: 'failed', reason, goesOn: !ends });
      }
      if (ends) await end(lease);
    }
  }

  async function run(lease: Lease): Promise<void> {
    const { accounts } = store.get();
    const account = accounts.find(({ id }) => id === lease.accountId);
    if (account === undefined) {
      notify(lease, { kind: 'signedOut' });
      return end(lease);
    }
    if (account.profile?.operations?.stop === undefined) {
      if (!isStopped(lease)) notify(lease, { kind: 'reminder' });
      return end(lease);
    }
    const state = due.get(keyOf(lease)) ?? {
      ...{ since: clock.monotonic(), isSent: false, isReported: false },
    };
    due.set(keyOf(lease), state);
    if (!state.isSent) await attempt(lease, state);
  }

  let running = Promise.resolve();

  /** Runs what is due, one after the other, and schedules the next. */
  function check(): Promise<void> {
    running = running.then(async () => {
      const now = clock.now();
      for (const lease of Object.values(store.get().leases)) {
        if (lease.at <= now) await run(lease);
        else if (lease.at - now <= WARNING_MS && !warned.has(idOf(lease)) && !isStopped(lease)) {
          warned.add(idOf(lease));
          notify(lease, { kind: 'soon' });
        }
      }
      schedule();
    });
    return running;
  }

  function schedule(): void {
    cancelTimer();
    const now = clock.now();
    const waits = Object.values(store.get().leases).flatMap((lease) => {
      const state = due.get(keyOf(lease));
      if (state?.isSent) return [];
      if (state !== undefined) return [state.isReported ? RETRY_MS : EARLY_RETRY_MS];
      const toWarning = lease.at - WARNING_MS - now;
      return [Math.max(0, toWarning > 0 ? toWarning : lease.at - now)];
    });
    if (waits.length > 0) cancelTimer = clock.after(Math.min(...waits), () => void check());
  }

  show(loaded);
  return {
    /** @param at ms since the epoch; null removes the lease */
    async set(vm: Omit<Lease, 'at'>, at: number | null): Promise<void> {
      due.delete(vmKey(vm.accountId, vm.vmId));
      show(await change(vm, at));
    },
    /** Also reads leases that the command line has set. */
    async polled(): Promise<void> {
      for (const lease of Object.values(store.get().leases))
        if (due.get(keyOf(lease))?.isSent && isStopped(lease)) await end(lease);
      const before = changes;
      try {
        const { settings: current } = await settings.load();
        if (before === changes) show(current);
      } catch (error) {
        log.warn('lease.unread', describeDefect(error));
      }
    },
    accountsChanged: () => void check(),
    online(isOnline: boolean) {
      if (isOnline) void check();
    },
    suspended: () => cancelTimer(),
    resumed: () => void check(),
    stop: () => cancelTimer(),
  };
}
