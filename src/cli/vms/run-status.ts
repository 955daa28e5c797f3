import type { BilledCosts } from '../../core/costs/index.ts';
import { readUsageReports, withReports } from '../../core/costs/index.ts';
import { readAccount } from '../../core/monitor/index.ts';
import { dataAsOf } from '../../shared/domain/index.ts';
import { unknownCosts } from '../../shared/usage/index.ts';
import type { StatusSource } from '../accounts/sources.ts';
import type { ExitCode } from '../errors.ts';
import { costsOfViews, rateIn, shownCosts } from '../usage/costs.ts';
import {
  type AccountView,
  isPrinted,
  problemNotes,
  statusExitCode,
  viewOf,
} from './account-view.ts';
import { renderStatus, type StatusRun } from './render-status.ts';
import { watchStatus } from './watch-status.ts';

type Reading = Pick<StatusRun, 'sources' | 'network' | 'signal' | 'measure'>;

export async function readView(
  source: StatusSource,
  { network, signal }: Pick<Reading, 'network' | 'signal'>,
): Promise<AccountView> {
  const state = await readAccount(source.client, signal);
  const hasData = state.vms.value !== null || state.spend.value !== null;
  return viewOf(source, state, hasData ? dataAsOf(state, network.clock.now()) : null);
}

/** An account and its reports, which are not requested where its spend fails: they would fail too. A 403 is of the spend alone. */
async function readWithUsage(source: StatusSource, run: Reading) {
  const view = await readView(source, run);
  const { client, id } = source;
  const { value, problem } = view.state.spend;
  const at = run.network.clock.now();
  const billed: BilledCosts =
    value !== null || problem?.kind === 'forbidden'
      ? await readUsageReports(id, client, at, run.signal, run.measure)
      : { accountId: id, at, today: null, month: null, vms: {}, problem: null };
  return { view, billed };
}

/** All accounts and their costs. @throws the signal's reason */
export async function readOnce(run: Reading) {
  const { sources, signal, network } = run;
  const accounts = await Promise.all(sources.map((source) => readWithUsage(source, run)));
  signal.throwIfAborted();
  const views = accounts.map(({ view }) => view);
  const reports = accounts.map(({ billed }) => billed);
  const now = network.clock.now();
  const bills = withReports({}, reports, rateIn(views));
  const costs = costsOfViews(bills, views, unknownCosts(now), now);
  return { views, costs: shownCosts(costs, bills, views, now), now };
}

async function showOnce(run: StatusRun): Promise<ExitCode> {
  const { terminal } = run;
  const { views, costs, now } = await readOnce(run);
  if (isPrinted(views))
    terminal.out(renderStatus({ views, costs, sshOf: await run.readSsh(views) }, run));
  for (const { line } of problemNotes(views, now)) terminal.error(`${line}\n`);
  return statusExitCode(views);
}

export function runStatus(run: StatusRun): Promise<ExitCode> {
  return run.command.watch ? watchStatus(run) : showOnce(run);
}
