import { existsSync } from 'node:fs';
import pLimit from 'p-limit';
import type { GapCause, RecordedEvent } from '../../../shared/alerts/recorded-event.ts';
import { type AccountState, vmsOf } from '../../../shared/domain/account-state.ts';
import { spendEntries } from '../../../shared/domain/billing.ts';
import { isChanging, lastPhase } from '../../../shared/domain/vm.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/format/index.ts';
import { vmKey } from '../../../shared/ssh/ssh-state.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { figuresOf } from '../../../shared/usage/figures.ts';
import { withRate } from '../../costs/index.ts';
import {
  ALL,
  createHistoryFile,
  type History,
  MAX_GAP_MS,
  measuredCosts,
  measuredToday,
  openHistory,
  type Reading,
  rateSamples,
  stoppedSeries,
  TOTAL,
} from '../../history/index.ts';
import { describeInternalError } from '../../log.ts';
import type { PollReport } from '../../monitor/index.ts';
import { turnFor } from '../../own-turn.ts';
import { withMeasured } from '../kernel/apply-poll.ts';
import type { PartPorts, PartWith } from '../kernel/ports.ts';
import { eventsOfAccounts, MAX_RECENT_EVENTS, recentEventsOf } from '../kernel/recent-events.ts';
import { type StateStore, withNotice } from '../kernel/state-store.ts';

/** Recorded VMs of an account, by rate. */
const MAX_VMS = 200;

/** $/h of the VMs with the highest rates, by id, and which of them are stopped. Unknown rates are left out. */
function seriesOfVms({ vms, spend }: AccountState): readonly (readonly [string, number])[] {
  const listed = vms.problem === null ? vmsOf({ vms }) : [];
  // For a credential that may not list VMs.
  const billed = [...spendEntries(spend.value)].map(([id, entry]) => ({
    id,
    phase: 'unknown' as const,
    rate: entry?.totalPerHour ?? null,
  }));
  const own = listed.map(({ id, phase, billed }) => ({ id, phase, rate: billed.perHour }));
  const rates = [...billed, ...own].flatMap(({ id, phase, rate }) =>
    rate === null ? [] : [[id, { rate, phase }] as const],
  );
  // Their cost is on no bill of VMs, which the measured rates are compared with.
  const members = new Set(listed.flatMap(({ id, cluster }) => (cluster == null ? [] : id)));
  return [...new Map(rates)]
    .filter(([id]) => !members.has(id))
    .toSorted((a, b) => b[1].rate - a[1].rate)
    .slice(0, MAX_VMS)
    .flatMap(([id, { rate, phase }]) => {
      const isStopped = phase !== 'running' && !isChanging(phase);
      const status = [stoppedSeries(id), Number(isStopped)] as const;
      return [[id, rate] as const, ...(['unknown', 'unconfirmed'].includes(phase) ? [] : [status])];
    });
}

/** A rate of an earlier poll is no reading. */
function hasAllRates({ snapshots }: AppState): boolean {
  return Object.values(snapshots).every(({ spend }) => spend.problem === null);
}

/** The readings of the account and of all accounts together; none from a poll without the spend. */
function readingsOf({ accountId, after }: PollReport, app: AppState, at: number): Reading[] {
  if (after.spend.problem !== null) return [];
  const total = (rate: number | null) => (rate === null ? [] : [[TOTAL, rate] as const]);
  const own = [...total(after.spend.value?.perHour ?? null), ...seriesOfVms(after)];
  const all = total(figuresOf(app).ratePerHour);
  return [
    { source: accountId, at, rates: new Map(own) },
    ...(hasAllRates(app) ? [{ source: ALL, at, rates: new Map(all) }] : []),
  ];
}

/** Shows the recorded events after those of this run. */
function showPast(store: StateStore, history: History, recent: AppState['recentEvents']): void {
  const past = recentEventsOf(history.events(0, 4 * MAX_RECENT_EVENTS));
  const recentEvents = [...recent, ...past].slice(0, MAX_RECENT_EVENTS);
  const ids = store.get().accounts.map(({ id }) => id);
  store.set({ recentEvents: eventsOfAccounts(recentEvents, ids) });
}

/** Shows the last 24 hours with their gaps. */
function showRates(store: StateStore, { spans }: History, now: number): void {
  const measured = rateSamples(spans(ALL, TOTAL, now - DAY_MS, now), now);
  const current = { at: now, rate: figuresOf(store.get()).ratePerHour };
  let rates: AppState['rates'] = [];
  for (const { at, rate } of [...measured, current]) rates = withRate(rates, rate, at);
  store.set({ rates });
}

/** Keeps some of the events of polls that wait for the history. */
function keepEvents(store: StateStore, isKept: (event: RecordedEvent) => boolean): void {
  const core = store.core();
  const unrecorded = core.memory.unrecorded.filter(isKept);
  store.apply({ ...core, memory: { ...core.memory, unrecorded } });
}

/** The first poll with a VM as running, after the last one without. */
function firstSeenIn(history: History, accountId: string, vmId: string, now: number) {
  const states = history.spans(accountId, stoppedSeries(vmId), 0, now);
  const running = states.slice(states.findLastIndex(({ rate }) => rate > 0) + 1);
  return running[0]?.start;
}

/** The running VMs of an account whose start is unknown, each with its first poll. No VM is new: the same object. */
function firstSeenOf(
  history: History,
  known: AppState['firstSeen'],
  { accountId, after }: PollReport,
  now: number,
): AppState['firstSeen'] {
  const listed = vmsOf(after).filter((vm) => lastPhase(vm) === 'running' && vm.startedAt === null);
  const found = listed.flatMap(({ id }) => {
    const key = vmKey(accountId, id);
    const at = known[key] ?? firstSeenIn(history, accountId, id, now);
    return at === undefined ? [] : [[key, at] as const];
  });
  const others = Object.entries(known).filter(([key]) => !key.startsWith(vmKey(accountId, '')));
  const isSame =
    others.length + found.length === Object.keys(known).length &&
    found.every(([key]) => known[key] !== undefined);
  return isSame ? known : Object.fromEntries([...others, ...found]);
}

/** `path`: of the database. */
type HistoryPorts = Pick<PartPorts, 'store' | 'clock' | 'log'> & { readonly path: string };

/** Keeps rates and events across restarts. The database is opened on first use, so the start does not wait for the disk. */
export function startHistory(ports: HistoryPorts) {
  const { store, clock } = ports;
  const notify = (message: string) => store.apply(withNotice(store.core(), 'history', message));
  const file = createHistoryFile(ports.path, ports.log, notify);
  /** The state has the events of earlier runs, and their rates. */
  let isPastShown = false;
  let isShown = false;
  /** Why rates are missing before the next reading, if they are. */
  let cause: GapCause = 'notRunning';
  let trimAt = clock.monotonic() + HOUR_MS / 12;
  // One after the other, in the order of the polls.
  const oneAtATime = pLimit(1);
  let listed: readonly string[] = store.get().accounts.map(({ id }) => id);

  /** @param why rates are missing before the readings, if they are */
  async function add(
    report: PollReport,
    readings: readonly Reading[],
    at: number,
    why: GapCause,
  ): Promise<void> {
    const history = await file.open(at);
    if (!isPastShown) showPast(store, history, store.get().recentEvents);
    isPastShown = true;
    const from = history.latest(ALL)?.at ?? at;
    const hasGap = at - from > MAX_GAP_MS && readings.some(({ source }) => source === ALL);
    const gap: RecordedEvent = { kind: 'gap', at, from, cause: why };
    history.record(readings, [...(hasGap ? [gap] : []), ...store.core().memory.unrecorded]);
    keepEvents(store, () => false);
    if (!isShown || hasGap) showRates(store, history, at);
    isShown = true;
    const app = store.get();
    store.set({ firstSeen: firstSeenOf(history, app.firstSeen, report, at) });
    if (clock.monotonic() < trimAt) return;
    trimAt = clock.monotonic() + HOUR_MS;
    history.trim(at);
  }

  /** Never rejects; null: it failed. */
  function next<T>(act: () => Promise<T> | T): Promise<T | null> {
    return oneAtATime(act).catch((error) => {
      file.failed(error);
      return null;
    });
  }

  return {
    current: file.current,
    measure: (accountId: string, now: number) =>
      next(async () => measuredCosts(await file.open(now), accountId, now)),
    /** Resolves when the poll was recorded, or recording has failed. */
    async polled(report: PollReport): Promise<void> {
      const { accountId, after } = report;
      const app = store.get();
      const at = clock.now();
      const why = cause;
      if (hasAllRates(app)) cause = 'noData';
      await next(async () => {
        await turnFor(vmsOf(after).length);
        await add(report, readingsOf(report, app, at), at, why);
      });
      // Today's cost is known in part, also while the history cannot be read.
      const today = await next(async () => {
        await turnFor(vmsOf(after).length);
        const history = file.current();
        return history && measuredToday(history, accountId, at);
      });
      store.apply(withMeasured(store.core(), accountId, today, at));
    },
    /** Deletes the history of accounts that were signed out, here or on the command line. */
    accountsChanged(): void {
      const ids = store.get().accounts.map(({ id }) => id);
      const isShorter = listed.some((id) => !ids.includes(id));
      listed = ids;
      if (!isShorter) return;
      void next(async () => {
        keepEvents(store, (event) => event.kind === 'vm' && ids.includes(event.accountId));
        (await file.open(clock.now())).keepOnly(ids);
      });
    },
    online(isOnline: boolean): void {
      if (!isOnline && cause === 'noData') cause = 'offline';
    },
    suspended(): void {
      if (cause === 'noData') cause = 'asleep';
      void next(() => file.current()?.flush());
    },
    stop: async () => void (await next(file.close)),
  } satisfies PartWith<'current' | 'measure'>;
}

/** Shows what the process that acts has recorded. */
export function viewHistory({ store, clock, log, path }: HistoryPorts) {
  let history: History | null = null;
  const oneAtATime = pLimit(1);

  function close(): void {
    history?.close();
    history = null;
  }

  /** Opened for each use, since the other process replaces a damaged file. Resolves to null without a file. */
  function read<T>(use: (opened: History) => T): Promise<T | null> {
    return oneAtATime(() => {
      close();
      if (!existsSync(path)) return null;
      history = openHistory(path, true);
      return use(history);
    }).catch((error: unknown) => {
      log.warn('history.unread', describeInternalError(error));
      return null;
    });
  }

  return {
    current: () => history,
    measure: (accountId: string, now: number) =>
      read((opened) => measuredCosts(opened, accountId, now)),
    async polled({ accountId }: PollReport): Promise<void> {
      const now = clock.now();
      keepEvents(store, () => false);
      const today = await read((opened) => {
        showPast(store, opened, []);
        showRates(store, opened, now);
        return measuredToday(opened, accountId, now);
      });
      store.apply(withMeasured(store.core(), accountId, today, now));
    },
    stop: () => oneAtATime(close),
  } satisfies PartWith<'current' | 'measure'>;
}
