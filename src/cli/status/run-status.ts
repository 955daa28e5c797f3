import { sleep } from '../../core/clock.ts';
import { readAccount } from '../../core/monitor/index.ts';
import { CommandError } from '../command-error.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { AccountView } from './account-view.ts';
import { complain, failedView, renderStatus, type StatusRun, viewOf } from './render-status.ts';
import type { StatusSource } from './sources.ts';
import { statusExitCode } from './status-exit.ts';
import { watchStatus } from './watch-status.ts';

/** A service that does not answer must not hold up the end of the command for longer. */
const LONGEST_END_MS = 3_000;

function nobodySignedIn(): CommandError {
  return new CommandError(
    EXIT.signedOut,
    'No account is signed in; sign one in with the login command, or give --base-url and --api-key-stdin.',
  );
}

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
  if (views.length === 0) throw nobodySignedIn();
  complain(views, run.terminal);
  return statusExitCode(views.map(({ state }) => state));
}

/** Leaves no refresh behind whose token is not stored yet, however the command ended. */
async function settled({ sources, network }: StatusRun): Promise<void> {
  const clients = sources.flatMap(({ access }) => (access.kind === 'client' ? access.client : []));
  const all = Promise.all(clients.map((client) => client.settled()));
  await Promise.race([all, sleep(network.clock, LONGEST_END_MS)]);
}

/** Shows the accounts, once or on and on, and says by the exit code how fresh they are. */
export async function runStatus(run: StatusRun): Promise<ExitCode> {
  try {
    return await (run.command.watch && run.sources.length > 0 ? watchStatus(run) : lookOnce(run));
  } finally {
    await settled(run);
  }
}
