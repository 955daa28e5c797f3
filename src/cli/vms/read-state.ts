import {
  applyReading,
  applyUsageReports,
  EMPTY_SNAPSHOT,
  withMeasured,
} from '../../core/app/kernel/apply-poll.ts';
import { type CoreState, NO_MEMORY } from '../../core/app/kernel/state-store.ts';
import { readUsageReports } from '../../core/costs/index.ts';
import { readAccount } from '../../core/monitor/index.ts';
import { type AccountState, dataAsOf } from '../../shared/domain/account-state.ts';
import { type AppState, initialState } from '../../shared/state/index.ts';
import type { StatusSource } from '../accounts/sources.ts';
import { measuredBy } from '../history/user-history.ts';
import type { Context, UserSettings } from '../user.ts';

interface Polled extends Pick<Context, 'clock' | 'signal'> {
  readonly sources: readonly StatusSource[];
}

interface Reading extends Polled {
  readonly settings: Pick<UserSettings, 'folder'>;
}

// No text of the command line depends on it.
const ENVIRONMENT = { platform: 'linux', version: '', hasTray: false, isOnline: true } as const;

/** The state before the first poll. */
export function stateOf(sources: readonly StatusSource[], now: number): CoreState {
  const accounts = sources.map(({ client: _, name: __, ...account }) => account);
  const snapshots = Object.fromEntries(accounts.map(({ id }) => [id, EMPTY_SNAPSHOT]));
  return { app: { ...initialState(ENVIRONMENT, now), accounts, snapshots }, memory: NO_MEMORY };
}

interface Poll {
  readonly accountId: string;
  readonly after: AccountState;
  readonly asOf: number | null;
}

async function poll({ id, client }: StatusSource, { signal, clock }: Polled): Promise<Poll> {
  const after = await readAccount(client, signal);
  const hasData = after.vms.value !== null || after.spend.value !== null;
  return { accountId: id, after, asOf: hasData ? dataAsOf(after, clock.now()) : null };
}

const polled = ({ sources, clock }: Polled, polls: readonly Poll[]) =>
  polls.reduce((core, own) => applyReading(core, own, clock.now()), stateOf(sources, clock.now()));

/** The state after one poll of each account, without costs. @throws the signal's reason */
export async function pollOnce(reading: Polled): Promise<AppState> {
  const polls = await Promise.all(reading.sources.map((source) => poll(source, reading)));
  reading.signal.throwIfAborted();
  return polled(reading, polls).app;
}

/** A poll and the costs, which are not requested where the spend fails: they would fail too. A 403 is of the spend alone. */
async function readWithCosts(source: StatusSource, reading: Reading) {
  const { clock, signal, settings } = reading;
  const history = measuredBy(settings);
  const own = await poll(source, reading);
  const { value, problem } = own.after.spend;
  const now = clock.now();
  const isRead = value !== null || problem?.kind === 'forbidden';
  const [billed, measured] = await Promise.all([
    isRead ? readUsageReports(source.id, source.client, now, signal, history.costs) : null,
    history.today(source.id, now),
  ]);
  return { own, billed, measured };
}

/** The state after one poll of each account and its usage reports. @throws the signal's reason */
export async function readOnce(reading: Reading): Promise<AppState> {
  const accounts = await Promise.all(
    reading.sources.map((source) => readWithCosts(source, reading)),
  );
  reading.signal.throwIfAborted();
  const now = reading.clock.now();
  const core = polled(
    reading,
    accounts.map(({ own }) => own),
  );
  const measured = accounts.reduce(
    (before, each) => withMeasured(before, each.own.accountId, each.measured, now),
    core,
  );
  const billed = accounts.flatMap((each) => each.billed ?? []);
  return applyUsageReports(measured, { billed, at: now, retryAt: now }).app;
}
