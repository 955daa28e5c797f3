import {
  applyReading,
  applyUsageReport,
  EMPTY_SNAPSHOT,
  withMeasured,
} from '../../core/app/kernel/apply-poll.ts';
import { type CoreState, NO_MEMORY } from '../../core/app/kernel/state-store.ts';
import { readUsageReports } from '../../core/costs/index.ts';
import { readAccount } from '../../core/monitor/index.ts';
import { dataAsOf } from '../../shared/domain/account-state.ts';
import { type AppState, initialState } from '../../shared/state/index.ts';
import type { StatusSource } from '../accounts/sources.ts';
import { measuredBy } from '../history/user-history.ts';
import type { Context } from '../user.ts';

interface Polled extends Context {
  readonly sources: readonly StatusSource[];
}

// No text of the command line depends on it.
const ENVIRONMENT = { platform: 'linux', version: '', hasTray: false, isOnline: true } as const;

export function stateOf(sources: readonly StatusSource[], now: number): CoreState {
  const accounts = sources.map(({ client: _, name: __, ...account }) => account);
  const snapshots = Object.fromEntries(accounts.map(({ id }) => [id, EMPTY_SNAPSHOT]));
  return { ...initialState(ENVIRONMENT, now), accounts, snapshots, memory: NO_MEMORY };
}

async function poll({ id, client }: StatusSource, { signal, clock }: Polled) {
  const after = await readAccount(client, signal);
  const hasData = after.vms.value !== null || after.spend.value !== null;
  return { accountId: id, after, asOf: hasData ? dataAsOf(after, clock.now()) : null };
}

/** The state after one poll of each account, without costs. @throws the signal's reason */
export async function pollOnce(polled: Polled): Promise<CoreState> {
  const { sources, clock, signal } = polled;
  const polls = await Promise.all(sources.map((source) => poll(source, polled)));
  signal.throwIfAborted();
  const now = clock.now();
  return polls.reduce((core, own) => applyReading(core, own, now), stateOf(sources, now));
}

/** The state after one poll of each account and its usage reports. @throws the signal's reason */
export async function readOnce(reading: Polled): Promise<AppState> {
  const { sources, clock, signal, settings } = reading;
  const history = measuredBy(settings);
  const polled = await pollOnce(reading);
  const now = clock.now();
  const reports = sources.map(async ({ id, client }) => {
    const { value, problem } = polled.snapshots[id]?.spend ?? { value: null, problem: null };
    // Where the spend fails, they would fail too. A 403 is of the spend alone.
    const isRead = value !== null || problem?.kind === 'forbidden';
    const billed = isRead ? await readUsageReports(id, client, now, signal, history.costs) : null;
    return { id, billed, today: await history.today(id, now) };
  });
  const costs = await Promise.all(reports);
  signal.throwIfAborted();
  return costs.reduce((core, { id, today, billed }) => {
    const measured = withMeasured(core, id, today, now);
    return billed === null ? measured : applyUsageReport(measured, billed, now);
  }, polled);
}
