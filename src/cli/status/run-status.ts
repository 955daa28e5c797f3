import { readAccount } from '../../core/monitor/index.ts';
import { clientsSettled } from '../clients-settled.ts';
import type { ExitCode } from '../exit-code.ts';
import { nobodySignedIn } from '../nobody-signed-in.ts';
import type { AccountView } from './account-view.ts';
import { complain, failedView, renderStatus, type StatusRun, viewOf } from './render-status.ts';
import type { StatusSource } from './sources.ts';
import { statusExitCode } from './status-exit.ts';
import { watchStatus } from './watch-status.ts';

async function look(source: StatusSource, { network, signal }: StatusRun): Promise<AccountView> {
  const { access } = source;
  if (access.kind === 'failed') return failedView(source, access.problem);
  const state = await readAccount(access.client, signal);
  const hasFigures = state.vms.value !== null || state.spend.value !== null;
  return viewOf(source, state, hasFigures ? network.clock.now() : null);
}

async function lookOnce(run: StatusRun): Promise<ExitCode> {
  const views = await Promise.all(run.sources.map((source) => look(source, run)));
  // A script gets its one object even where there is nothing to put into it.
  if (views.length > 0 || run.command.json) run.terminal.out(renderStatus(views, run));
  if (views.length === 0) throw nobodySignedIn('give --base-url and --api-key-stdin');
  complain(views, run.terminal);
  return statusExitCode(views.map(({ state }) => state));
}

/** Shows the accounts, once or on and on, and says by the exit code how fresh they are. */
export async function runStatus(run: StatusRun): Promise<ExitCode> {
  try {
    return await (run.command.watch && run.sources.length > 0 ? watchStatus(run) : lookOnce(run));
  } finally {
    const clients = run.sources.flatMap(({ access }) =>
      access.kind === 'client' ? access.client : [],
    );
    await clientsSettled(clients, run.network.clock);
  }
}
