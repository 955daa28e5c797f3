import { withIdleNote } from '../../core/acting/index.ts';
import type { AppState } from '../../shared/state/index.ts';
import { withSources } from '../accounts/sources.ts';
import type { CommandOf } from '../arguments.ts';
import type { ExitCode } from '../errors.ts';
import { createReadiness } from '../ssh/ready-vms.ts';
import { readVmSsh } from '../ssh/vm-ssh.ts';
import { type Context, openUserSsh } from '../user.ts';
import { isPrinted, problemNotes, statusExitCode } from './account-view.ts';
import { readOnce } from './read-state.ts';
import { renderStatus, type StatusRun } from './status-table.ts';
import { watchStatus } from './watch-status.ts';

async function printStatus(run: StatusRun): Promise<ExitCode> {
  const { terminal, clock } = run;
  const { app, sshOf } = await run.readFiles(await readOnce(run));
  if (isPrinted(app)) terminal.out(renderStatus(app, sshOf, run));
  for (const { line } of problemNotes(app, clock.now())) terminal.error(`${line}\n`);
  return statusExitCode(app);
}

export async function runStatus(command: CommandOf<'status'>, context: Context): Promise<ExitCode> {
  const { settings, terminal, shell, clock } = context;
  const ssh = await openUserSsh(context);
  const readiness = createReadiness(settings.current, context);
  // No program waits for the answers of VMs.
  const isAsked = terminal.isInteractive && !command.json;
  async function readFiles(read: AppState) {
    const { app } = await withIdleNote(read, settings.folder, clock.now());
    const ready = isAsked ? await readiness(app) : undefined;
    return { app, sshOf: await readVmSsh(ssh, await settings.file.load(), shell, ready) };
  }
  return withSources(command.credential, context, (sources) => {
    const run = { ...context, command, sources, readFiles };
    return command.watch ? watchStatus(run) : printStatus(run);
  });
}
