import { readAccount } from '../../core/monitor/index.ts';
import type { ExitCode } from '../exit-code.ts';
import type { AccountView } from './account-view.ts';
import { complain, failedView, renderStatus, type StatusRun, viewOf } from './render-status.ts';
import type { StatusSource } from './sources.ts';
import { statusExitCode } from './status-exit.ts';
import { watchStatus } from './watch-status.ts';

async function look(source: StatusSource, { network, signal }: StatusRun): Promise<AccountView> {
  const { access } = source;
  if (access.kind === 'failed') return failedView(source, access.problem);
  const state = await readAccount(access.client, signal);
  access.client.close();
  const hasFigures = state.vms.value !== null || state.spend.value !== null;
  return viewOf(source, state, hasFigures ? network.clock.now() : null);
}

/** Shows the accounts, once or on and on, and says by the exit code how fresh they are. */
export async function runStatus(run: StatusRun): Promise<ExitCode> {
  if (run.command.watch) return watchStatus(run);
  const views = await Promise.all(run.sources.map((source) => look(source, run)));
  run.terminal.out(renderStatus(views, run));
  complain(views, run.terminal);
  return statusExitCode(views.map(({ state }) => state));
}
