import './zod-config.ts';
import { silentLog } from '../core/log.ts';
import { preferencesOf } from '../core/settings/index.ts';
import { ProblemError, UserError } from '../core/user-error.ts';
import { readGiven, type SourcesRun, withSources } from './accounts/sources.ts';
import type { CommandName } from './commands.ts';
import { CommandError, EXIT } from './errors.ts';
import { lineLog } from './output.ts';
import { problemError } from './problems.ts';
import {
  type CommandOf,
  type CommandPorts,
  type Context,
  credentialsPlace,
  openUserSettings,
} from './user.ts';
import { runStatus } from './vms/run-status.ts';

/** Shorter than in the app, since a person waits at a prompt. */
const BOUNDS = { headersMs: 10_000, totalMs: 30_000 };
/** A provider may send no more than 25 VMs a second. */
const LIST_MS = 60_000;

type Name = Exclude<CommandName, 'demo'>;

type Commands = { readonly [N in Name]: CommandOf<N> };

type Run<N extends Name> = (command: Commands[N], context: Context) => Promise<number>;

/** Runs with the account of the command's options; without one, with the stored accounts. */
const ofSources =
  <N extends 'status' | 'show' | 'usage' | 'metrics'>(
    run: (run: SourcesRun<N>) => Promise<number>,
  ): Run<N> =>
  async (command, context) => {
    const given = command.credential && (await readGiven(command.credential, context));
    return withSources(given, context, (sources) => run({ ...context, command, sources }));
  };

/** Each command but `status` loads its own modules: a status bar does not pay for other commands, or for another file. */
const COMMANDS: { readonly [N in Name]: () => Promise<Run<N>> } = {
  status: async () => ofSources(runStatus),
  show: async () => ofSources((await import('./vms/run-show.ts')).runShow),
  usage: async () => ofSources((await import('./usage/run-usage.ts')).runUsage),
  events: async () => (await import('./history/print-events.ts')).printEvents,
  prices: async () => (await import('./offers/run-offers.ts')).runOffers,
  offers: async () => (await import('./offers/run-offers.ts')).runOffers,
  launch: async () => (await import('./launch/run-launch.ts')).runLaunch,
  ssh: async () => (await import('./ssh/run-ssh.ts')).runSsh,
  start: async () => (await import('./operations/run-operation.ts')).operate,
  stop: async () => async (command, context) =>
    command.idle
      ? (await import('./operations/run-stop-idle.ts')).runStopIdle(command, context)
      : (await import('./operations/run-operation.ts')).operate(command, context),
  destroy: async () => (await import('./operations/run-operation.ts')).operate,
  autostop: async () => (await import('./auto-stop/run-auto-stop.ts')).runAutoStop,
  watch: async () => (await import('./watch/run-watch.ts')).runWatch,
  metrics: async () => ofSources((await import('./metrics/print-metrics.ts')).printMetrics),
  profile: async () => (await import('./accounts/run-profile.ts')).runProfile,
  login: async () => (await import('./accounts/run-login.ts')).runLogin,
  logout: async () => (await import('./accounts/run-logout.ts')).runLogout,
  doctor: async () => (await import('./diagnostics/run-doctor.ts')).runDoctor,
  completion: async () => (await import('./completion.ts')).printCompletion,
};

async function contextOf(
  { verbose, credentialsFile = null }: { verbose: boolean; credentialsFile?: string | null },
  ports: CommandPorts,
): Promise<Context> {
  const { fetch, clock, terminal } = ports;
  const warn = (message: string) => terminal.error(`${message}\n`);
  const log = verbose ? lineLog(warn) : silentLog;
  const network = { fetch, clock, log, bounds: BOUNDS, listMs: LIST_MS };
  const settings = await openUserSettings(network, warn);
  const shell = process.platform === 'win32' ? preferencesOf(settings.current).shell : 'posix';
  const credentials = credentialsPlace(credentialsFile, process.env);
  return { ...ports, network, warn, settings, shell, credentials };
}

/** @returns one of our exit codes, or ssh's @throws CommandError on an expected error */
export async function runServiceCommand<N extends Name>(
  command: Commands[N] & { readonly name: N },
  ports: CommandPorts,
): Promise<number> {
  try {
    const run = await COMMANDS[command.name]();
    return await run(command, await contextOf(command, ports));
  } catch (error) {
    if (error instanceof ProblemError) {
      const at = command.name === 'login' ? 'signIn' : 'list';
      throw problemError(error.problem, { at, now: ports.clock.now() });
    }
    throw error instanceof UserError ? new CommandError(EXIT.outOfDate, error.message) : error;
  }
}
