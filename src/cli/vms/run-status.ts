import type { ExitCode } from '../errors.ts';
import { isPrinted, problemNotes, statusExitCode } from './account-view.ts';
import { readOnce } from './read-state.ts';
import { renderStatus, type StatusRun } from './render-status.ts';
import { watchStatus } from './watch-status.ts';

export async function runStatus(run: StatusRun): Promise<ExitCode> {
  if (run.command.watch) return watchStatus(run);
  const { terminal, network } = run;
  const read = await readOnce(run);
  const app = await run.withIdle(read);
  if (isPrinted(app)) terminal.out(renderStatus(app, await run.readSsh(app), run));
  for (const { line } of problemNotes(app, network.clock.now())) terminal.error(`${line}\n`);
  return statusExitCode(app);
}
