import './zod-config.ts';
import { silentLog } from '../core/log.ts';
import { preferencesOf } from '../core/settings/index.ts';
import { ProblemError, UserError } from '../core/user-error.ts';
import type { Command, CommandOf } from './arguments.ts';
import { CommandError, EXIT, type ExitCode } from './errors.ts';
import { lineLog } from './output.ts';
import { problemExitCode, problemLine } from './problems.ts';
import {
  type CommandPorts,
  type Context,
  credentialsPlace,
  openUserSettings,
  openUserSsh,
} from './user.ts';

/** Shorter than in the app, since a person waits at a prompt. */
const BOUNDS = { headersMs: 10_000, totalMs: 30_000 };
/** A provider may send no more than 25 VMs a second. */
const LIST_MS = 60_000;

type ServiceCommand = Exclude<Command, { name: 'help' | 'version' }>;

// Each command loads its own modules, so that a status bar does not pay for the others.

async function completion({ what }: CommandOf<'completion'>, context: Context): Promise<ExitCode> {
  const { terminal } = context;
  if (what === 'aliases') {
    const { storedHosts } = await import('./ssh/host-files.ts');
    for (const { alias } of await storedHosts(await openUserSsh(context)))
      terminal.out(`${alias}\n`);
  } else terminal.out((await import('./completion.ts')).completionScript(what));
  return EXIT.fresh;
}

async function contextOf(command: ServiceCommand, ports: CommandPorts): Promise<Context> {
  const { fetch, clock, terminal } = ports;
  const warn = (message: string) => terminal.error(`${message}\n`);
  const log = command.verbose ? lineLog(warn) : silentLog;
  const network = { fetch, clock, log, bounds: BOUNDS, listMs: LIST_MS };
  const settings = await openUserSettings(network, warn);
  const shell = process.platform === 'win32' ? preferencesOf(settings.current).shell : 'posix';
  const option = command.name === 'watch' ? command.credentialsFile : null;
  const credentials = credentialsPlace(option, process.env);
  return { ...ports, network, warn, settings, shell, credentials };
}

async function execute(command: ServiceCommand, context: Context): Promise<number> {
  switch (command.name) {
    case 'status':
      return (await import('./vms/run-status.ts')).runStatus(command, context);
    case 'show':
      return (await import('./vms/run-show.ts')).runShow(command, context);
    case 'usage':
      return (await import('./usage/run-usage.ts')).runUsage(command, context);
    case 'events':
      return (await import('./history/print-events.ts')).printEvents(command, context);
    case 'prices':
    case 'offers':
      return (await import('./offers/run-offers.ts')).runOffers(command, context);
    case 'launch':
      return (await import('./launch/run-launch.ts')).runLaunch(command, context);
    case 'completion':
      return completion(command, context);
    case 'ssh':
      return (await import('./ssh/run-ssh.ts')).runSsh(command, context);
    case 'stop':
      if (command.idle)
        return (await import('./operations/run-stop-idle.ts')).runStopIdle(command, context);
      return (await import('./operations/run-operation.ts')).operate(command, context);
    case 'start':
    case 'destroy':
      return (await import('./operations/run-operation.ts')).operate(command, context);
    case 'autostop':
      return (await import('./auto-stop/run-auto-stop.ts')).runAutoStop(command, context);
    case 'metrics':
      return (await import('./metrics/print-metrics.ts')).printMetrics(command, context);
    case 'watch':
      return (await import('./watch/run-watch.ts')).runWatch(command, context);
    case 'profile':
      return (await import('./accounts/run-profile.ts')).runProfile(command, context);
    case 'login':
      return (await import('./accounts/run-login.ts')).runLogin(command, context);
    case 'logout':
      return (await import('./accounts/run-logout.ts')).runLogout(command, context);
    case 'doctor':
      return (await import('./diagnostics/run-doctor.ts')).runDoctor(command, context);
  }
}

/** @returns one of our exit codes, or ssh's @throws CommandError on an expected error */
export async function runServiceCommand(
  command: ServiceCommand,
  ports: CommandPorts,
): Promise<number> {
  try {
    return await execute(command, await contextOf(command, ports));
  } catch (error) {
    if (error instanceof ProblemError) {
      const at = command.name === 'login' ? 'signIn' : 'list';
      const line = problemLine(error.problem, { at, now: ports.clock.now() });
      throw new CommandError(problemExitCode(error.problem), line);
    }
    throw error instanceof UserError ? new CommandError(EXIT.outOfDate, error.message) : error;
  }
}
