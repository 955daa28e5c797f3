import { accountPrefix } from '../../../shared/accounts/index.ts';
import { accountProblem, UNKNOWN_STATE } from '../../../shared/domain/account-state.ts';
import type { Problem } from '../../../shared/domain/problem.ts';
import { describePollingProblem } from '../../../shared/domain/problem-text.ts';
import { listProgressText } from '../../../shared/polling/polling-slice.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { createTimer } from '../../clock.ts';
import type { Monitor, PollReport } from '../../monitor/index.ts';
import {
  type Applied,
  applyPoll,
  withAgedCosts,
  withNextPoll,
  withoutWriteProblem,
} from '../kernel/apply-poll.ts';
import { nextOutOfDate } from '../kernel/freshness.ts';
import { readyAwaited } from '../kernel/lookups.ts';
import type { Part, PartPorts } from '../kernel/ports.ts';
import { refuse } from '../kernel/refusal-error.ts';

export interface PollingPorts extends Pick<PartPorts, 'store' | 'deliver' | 'clock'> {
  readonly monitor: Omit<Monitor, 'add' | 'remove' | 'setSavedIds'>;
  readonly usageReports: { refresh(): Promise<void> };
  readonly keychain: { recheck(): void };
}

/** The events of a poll, without the starts that are notified once SSH answers. */
export function notifiedEvents({ accountId, events, isAfterWake }: PollReport, applied: Applied) {
  const isAwaited = isAfterWake ? () => false : readyAwaited(applied.core, accountId);
  const starts = events.filter(({ vm }) => vm.phase === 'running' && isAwaited(vm));
  const awaited = new Set(starts.map(({ vm }) => vm.id));
  return applied.events.filter(
    (event) => event.kind !== 'vm' || event.facts?.change !== 'running' || !awaited.has(event.vmId),
  );
}

export function startPolling(ports: PollingPorts) {
  const { store, monitor, deliver, clock } = ports;
  /** The account of `listProgress`. */
  let reading: string | null = null;
  const freshnessTimer = createTimer(clock);

  function updateFreshness(): void {
    store.apply(withAgedCosts(store.core(), clock.now()));
    schedule();
  }

  /** Data also gets out of date without a poll. */
  function schedule(): void {
    freshnessTimer.clear();
    const at = nextOutOfDate(store.core());
    if (at !== null) freshnessTimer.set(at - clock.now(), updateFreshness);
  }

  /** Until the next page, if the list is still read. */
  function endProgress(): void {
    reading = null;
    store.set({ listProgress: null });
  }

  function settingsChanged(): void {
    monitor.adapt({ idleMs: store.get().preferences.idleSeconds * 1000 });
  }

  monitor.events.on('schedule', (accountId, at) =>
    store.set(withNextPoll(store.get(), accountId, at)),
  );
  monitor.events.on('progress', (accountId, read, total) => {
    reading = accountId;
    store.set({ listProgress: listProgressText(read, total) });
  });
  settingsChanged();
  monitor.adapt({ isOnline: store.get().environment.isOnline });
  return {
    requests: {
      async refresh({ accountId }) {
        const { accounts } = store.get();
        const ids = accountId === null ? accounts.map(({ id }) => id) : [accountId];
        for (const id of ids) store.apply(withoutWriteProblem(store.core(), id));
        const polls = ids.map(async (id) => [id, await monitor.refresh(id)] as const);
        const [waits] = await Promise.all([Promise.all(polls), ports.usageReports.refresh()]);
        ports.keychain.recheck();
        refuseLimited(store.get(), new Map(waits));
      },
    },
    polled(report) {
      const now = clock.now();
      const applied = applyPoll(store.core(), report, now);
      store.apply(applied.core);
      if (reading === report.accountId) endProgress();
      schedule();
      void deliver(notifiedEvents(report, applied), { urgent: false });
    },
    settingsChanged,
    accountsChanged() {
      updateFreshness();
      endProgress();
    },
    online(isOnline) {
      updateFreshness();
      monitor.adapt({ isOnline });
    },
    suspended() {
      freshnessTimer.clear();
      monitor.suspend();
    },
    resumed: monitor.resume,
    panelOpened: (isPanelOpen) => monitor.adapt({ isPanelOpen }),
    screenLocked: (isScreenLocked) => monitor.adapt({ isScreenLocked }),
    stop() {
      freshnessTimer.clear();
      monitor.stop();
    },
  } satisfies Part;
}

/** Refuses a refresh of limited accounts with the time of the next poll. @param waits by account id; null: polled */
export function refuseLimited(
  { accounts, snapshots }: Pick<AppState, 'accounts' | 'snapshots'>,
  waits: ReadonlyMap<string, number | null>,
): void {
  const limited = accounts.flatMap((account) => {
    const retryAt = waits.get(account.id) ?? null;
    return retryAt === null ? [] : [{ account, retryAt }];
  });
  const [first] = limited.toSorted((a, b) => a.retryAt - b.retryAt);
  if (first === undefined) return;
  const { account, retryAt } = first;
  const known = accountProblem(snapshots[account.id] ?? UNKNOWN_STATE);
  const problem: Problem =
    known?.kind === 'server' ? { ...known, retryAt } : { kind: 'rateLimited', retryAt };
  const { message, action } = describePollingProblem(problem);
  refuse('rateLimited', `${accountPrefix(accounts, account)}${message}`, action);
}
