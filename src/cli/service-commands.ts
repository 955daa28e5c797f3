import './zod-config.ts';
import type { Accounts } from '../core/accounts/index.ts';
import { unlessAborted } from '../core/clock.ts';
import { silentLog } from '../core/log.ts';
import { preferencesOf } from '../core/settings/index.ts';
import type { Ssh } from '../core/ssh/index.ts';
import { ProblemError, UserError } from '../core/user-error.ts';
import type { ServiceProfile, VmOperation } from '../shared/domain/service-profile.ts';
import type { AppState } from '../shared/state/index.ts';
import { readSecret, readTwoSecrets, secretName } from './accounts/read-secret.ts';
import {
  givenAccount,
  openSource,
  type StatusSource,
  storedSources,
  withClients,
} from './accounts/sources.ts';
import type { Command, CommandOf } from './arguments.ts';
import { CommandError, EXIT, type ExitCode } from './errors.ts';
import type { LaunchRun } from './launch/run-launch.ts';
import * as messages from './messages.ts';
import type { CredentialSource } from './options.ts';
import { lineLog } from './output.ts';
import { problemExitCode, problemLine } from './problems.ts';
import type { FoundVm } from './ssh/find-login.ts';
import {
  type CommandPorts,
  type Context,
  credentialsPlace,
  openUserSettings,
  openUserSsh,
  openUserSshIfUsable,
  withAccounts,
  withSessions,
} from './user.ts';

/** Shorter than in the app, since a person waits at a prompt. */
const BOUNDS = { headersMs: 10_000, totalMs: 30_000 };
/** A provider may send no more than 25 VMs a second. */
const LIST_MS = 60_000;

type ServiceCommand = Exclude<Command, { name: 'help' | 'version' }>;

async function readGiven(
  credential: CredentialSource,
  context: Context,
  profile: ServiceProfile | null = null,
): Promise<StatusSource> {
  const secret = await readSecret(secretName(credential), context);
  return givenAccount(credential, secret, context.network, profile);
}

/** Runs with the given account, or with the stored ones. @param given null: the stored ones @throws CommandError without an account */
async function withSources<T>(
  given: CredentialSource | StatusSource | null,
  context: Context,
  run: (sources: readonly StatusSource[]) => Promise<T>,
): Promise<T> {
  const { signal } = context;
  if (given !== null) {
    const source = 'client' in given ? given : await readGiven(given, context);
    return withClients([source], context, run);
  }
  return withSessions(context, async (accounts) => {
    const sources = await unlessAborted(storedSources(accounts), signal);
    if (sources.length === 0) throw new CommandError(EXIT.signedOut, messages.account.signInOrPass);
    return withClients(sources, context, run);
  });
}

// Each command loads its own modules, so that a status bar does not pay for the others.

/** The app's history has nothing of a given account. */
async function historyOf({ credential }: { readonly credential: unknown }, { settings }: Context) {
  const { measuredBy, NOT_MEASURED } = await import('./history/user-history.ts');
  return credential === null ? measuredBy(settings) : NOT_MEASURED;
}

async function status(command: CommandOf<'status'>, context: Context): Promise<ExitCode> {
  const [{ runStatus }, { readVmSsh }, { createReadiness }] = await Promise.all([
    import('./vms/run-status.ts'),
    import('./ssh/vm-ssh.ts'),
    import('./ssh/ready-vms.ts'),
  ]);
  const ssh = await openUserSshIfUsable(context);
  const { settings, terminal } = context;
  const readiness = createReadiness(settings.current, context);
  // No program waits for the answers of VMs.
  const isAsked = terminal.isInteractive && !command.json;
  async function readSsh(app: AppState) {
    const ready = isAsked ? await readiness(app) : undefined;
    return readVmSsh(ssh, await settings.file.load(), context.shell, ready);
  }
  const { withIdleNote } = await import('../core/acting/index.ts');
  const withIdle = async (app: AppState) =>
    (await withIdleNote(app, settings.folder, context.clock.now())).app;
  const history = await historyOf(command, context);
  return withSources(command.credential, context, (sources) =>
    runStatus({ ...context, command, sources, readSsh, history, withIdle }),
  );
}

async function show(command: CommandOf<'show'>, context: Context): Promise<ExitCode> {
  const [{ runShow }, { readVmSsh }, { storedHosts }] = await Promise.all([
    import('./vms/run-show.ts'),
    import('./ssh/vm-ssh.ts'),
    import('./ssh/host-files.ts'),
  ]);
  const { current } = context.settings;
  const ssh = await openUserSshIfUsable(context);
  const hosts = await storedHosts(ssh);
  const sshOf = await readVmSsh(ssh, current, context.shell);
  return withSources(command.credential, context, (sources) =>
    runShow({ ...context, command, sources, hosts, sshOf }),
  );
}

async function metrics(command: CommandOf<'metrics'>, context: Context): Promise<ExitCode> {
  const { printMetrics } = await import('./metrics/print-metrics.ts');
  const history = await historyOf(command, context);
  return withSources(command.credential, context, (sources) =>
    printMetrics({ ...context, command, sources, history }),
  );
}

async function usage(command: CommandOf<'usage'>, context: Context): Promise<ExitCode> {
  const { runUsage } = await import('./usage/run-usage.ts');
  return withSources(command.credential, context, (sources) =>
    runUsage({ ...context, command, sources }),
  );
}

async function launchSecrets(
  { credential, hasPassword }: CommandOf<'launch'>,
  ports: CommandPorts,
) {
  if (credential !== null && hasPassword) {
    const [secret, password] = await readTwoSecrets(secretName(credential), ports);
    return { secret, password };
  }
  return {
    secret: credential && (await readSecret(secretName(credential), ports)),
    password: hasPassword ? await readSecret('VM password', ports) : null,
  };
}

async function launch(command: CommandOf<'launch'>, context: Context): Promise<ExitCode> {
  const { network, signal } = context;
  const { credential, account: name, provider } = command;
  const [{ runLaunch }, { isNamed }] = await Promise.all([
    import('./launch/run-launch.ts'),
    import('./accounts/login.ts'),
  ]);
  if (!command.isConfirmed && !context.input.isTTY)
    throw new CommandError(EXIT.usage, messages.launch.needsYes);
  const { secret, password } = await launchSecrets(command, context);
  const ssh = await openUserSshIfUsable(context);
  const run = (all: LaunchRun['sources']) =>
    withClients(all, context, (sources) =>
      unlessAborted(runLaunch({ ...context, command, sources, password, ssh }), signal),
    );
  if (credential !== null && secret !== null)
    return run([await givenAccount(credential, secret, network)]);
  return withSessions(context, async (accounts) => {
    const stored = await unlessAborted(accounts.list(), signal);
    if (name !== null && stored.every((account) => !isNamed(account, name, stored)))
      throw new CommandError(EXIT.usage, messages.account.noMatch(name, stored));
    const meant = stored.filter(
      (account) =>
        (name === null || isNamed(account, name, stored)) &&
        (provider === null || account.provider === provider),
    );
    return run(meant.map((account) => openSource(accounts, account, stored)));
  });
}

async function completion({ what }: CommandOf<'completion'>, context: Context): Promise<ExitCode> {
  const { terminal } = context;
  if (what === 'aliases') {
    const { storedHosts } = await import('./ssh/host-files.ts');
    for (const { alias } of await storedHosts(await openUserSshIfUsable(context)))
      terminal.out(`${alias}\n`);
  } else terminal.out((await import('./completion.ts')).completionScript(what));
  return EXIT.fresh;
}

async function ssh({ vm, print }: CommandOf<'ssh'>, context: Context): Promise<number> {
  const [{ findLogin }, { loginLine, requireSsh, runSsh }] = await Promise.all([
    import('./ssh/find-login.ts'),
    import('./ssh/run-ssh.ts'),
  ]);
  const opened = await openUserSsh(context);
  if (!print) requireSsh(opened);
  // The keychain is closed and a refreshed session stored before the login, which may last for hours.
  const found = await withSessions(context, (accounts) =>
    findLogin({ ...context, typed: vm, ssh: opened, accounts }),
  );
  if (!print) return runSsh({ ...context, ssh: opened }, found);
  context.terminal.out(`${await loginLine(opened, found, context.shell)}\n`);
  return EXIT.fresh;
}

async function withVm<T>(
  typed: string,
  context: Context,
  run: (found: FoundVm) => Promise<T>,
): Promise<T> {
  const { withFoundVm } = await import('./ssh/find-login.ts');
  const ssh = await openUserSsh(context);
  return withSessions(context, (accounts) =>
    withFoundVm({ ...context, typed, ssh, accounts }, run),
  );
}

async function readGivenAccount({ given }: CommandOf<VmOperation>, context: Context) {
  if (given === null) return null;
  const { readProfile } = await import('./accounts/run-profile.ts');
  const profile = given.profile === null ? null : await readProfile(given.profile);
  return readGiven(given.credential, context, profile);
}

async function stopIdle(command: CommandOf<'stop'>, context: Context): Promise<ExitCode> {
  const { runStopIdle } = await import('./operations/run-stop-idle.ts');
  const given = await readGivenAccount(command, context);
  return withSources(given, context, (sources) => runStopIdle({ ...context, command, sources }));
}

async function operate(command: CommandOf<VmOperation>, context: Context): Promise<ExitCode> {
  const { findGivenVm, runOperation } = await import('./operations/run-operation.ts');
  const source = await readGivenAccount(command, context);
  if (source === null)
    return withVm(command.vm, context, (found) => runOperation({ ...context, command, found }));
  const { signal } = context;
  return withClients([source], context, async () => {
    const found = await unlessAborted(findGivenVm(command, source, signal), signal);
    return runOperation({ ...context, command, found });
  });
}

async function profile(command: CommandOf<'profile'>, context: Context): Promise<ExitCode> {
  const { runProfile } = await import('./accounts/run-profile.ts');
  if (context.credentials === null) return runProfile(command, context);
  // The file's accounts may not be stored yet.
  return withAccounts(context, async () => {
    const current = await context.settings.file.load();
    return runProfile(command, { ...context, settings: { ...context.settings, current } });
  });
}

/** Before a sign-out: afterwards nothing tells the VMs of the account. */
async function disarmFirst(
  { account: name }: CommandOf<'logout'>,
  accounts: Accounts,
  ssh: Ssh,
  context: Context,
): Promise<void> {
  const [{ offerToDisarm }, { storedAccount }, { storedHosts }] = await Promise.all([
    import('./auto-stop/disarm.ts'),
    import('./accounts/login.ts'),
    import('./ssh/host-files.ts'),
  ]);
  const account = storedAccount(await accounts.list(), name);
  const hosts = await storedHosts(ssh);
  const client = accounts.open(account);
  const hostOf = ({ vmId }: { readonly vmId: string }) =>
    hosts.find((host) => host.accountId === account.id && host.vmId === vmId);
  const script = client.stopFromInside;
  const { callTimer } = ssh;
  await offerToDisarm(account.id, {
    ...context,
    file: context.settings.file,
    settings: context.settings.current,
    callTimer,
    hostOf,
    script,
  });
  client.close();
}

async function logout(command: CommandOf<'logout'>, context: Context): Promise<ExitCode> {
  const [{ runLogout }, { forgetSignedOut }, { withHistory }] = await Promise.all([
    import('./accounts/login.ts'),
    import('./ssh/host-files.ts'),
    import('./history/user-history.ts'),
  ]);
  const { terminal, signal, warn, settings } = context;
  return withAccounts(context, async (accounts) => {
    const opened = await openUserSshIfUsable(context);
    if (opened !== null && (settings.current.armed ?? []).length > 0)
      await unlessAborted(disarmFirst(command, accounts, opened, context), signal);
    const exitCode = await unlessAborted(runLogout(accounts, command, terminal), signal);
    const left = await accounts.list();
    if (opened !== null) await unlessAborted(forgetSignedOut(opened, left, warn), signal);
    const ids = left.map(({ id }) => id);
    await withHistory(settings, (history) => history?.keepOnly(ids), false);
    return exitCode;
  });
}

async function doctor(command: CommandOf<'doctor'>, context: Context): Promise<ExitCode> {
  const { runDoctor } = await import('./diagnostics/run-doctor.ts');
  const { signal } = context;
  const openSsh = () => openUserSsh(context);
  const given = command.credential && (await readGiven(command.credential, context));
  return withSessions(context, async (accounts, vault) => {
    const found = given ? [given] : await unlessAborted(storedSources(accounts), signal);
    return withClients(found, context, (sources) =>
      runDoctor({ ...context, command, sources, vault, openSsh }),
    );
  });
}

async function execute(command: ServiceCommand, ports: CommandPorts): Promise<number> {
  const { fetch, clock, terminal } = ports;
  const warn = (message: string) => terminal.error(`${message}\n`);
  const log = command.verbose ? lineLog(warn) : silentLog;
  const network = { fetch, clock, log, bounds: BOUNDS, listMs: LIST_MS };
  const settings = await unlessAborted(openUserSettings(network, warn), ports.signal);
  const shell = process.platform === 'win32' ? preferencesOf(settings.current).shell : 'posix';
  const option = command.name === 'watch' ? command.credentialsFile : null;
  const credentials = credentialsPlace(option, process.env);
  const context: Context = { ...ports, network, warn, settings, shell, credentials };
  switch (command.name) {
    case 'status':
      return status(command, context);
    case 'show':
      return show(command, context);
    case 'usage':
      return usage(command, context);
    case 'events':
      return (await import('./history/print-events.ts')).printEvents(command, context);
    case 'prices':
    case 'offers':
      return (await import('./offers/run-offers.ts')).runOffers({ ...context, command });
    case 'launch':
      return launch(command, context);
    case 'completion':
      return completion(command, context);
    case 'ssh':
      return ssh(command, context);
    case 'start':
    case 'destroy':
      return operate(command, context);
    case 'stop':
      return command.idle ? stopIdle(command, context) : operate(command, context);
    case 'autostop': {
      const { runAutoStop } = await import('./auto-stop/run-auto-stop.ts');
      return withVm(command.vm, context, (found) => runAutoStop(command, found, context));
    }
    case 'metrics':
      return metrics(command, context);
    case 'watch':
      return (await import('./watch/run-watch.ts')).runWatch(command, context);
    case 'profile':
      return profile(command, context);
    case 'login':
      return (await import('./accounts/run-login.ts')).runLogin(command, context);
    case 'logout':
      return logout(command, context);
    case 'doctor':
      return doctor(command, context);
  }
}

/** Expected errors as a message with an exit code; any other is returned unchanged. */
function commandError(error: unknown, { name }: ServiceCommand, now: number): unknown {
  if (error instanceof ProblemError) {
    const at = name === 'login' ? 'signIn' : 'list';
    return new CommandError(
      problemExitCode(error.problem),
      problemLine(error.problem, { at, now }),
    );
  }
  return error instanceof UserError ? new CommandError(EXIT.outOfDate, error.message) : error;
}

/** @returns one of our exit codes, or ssh's @throws CommandError on an expected error */
export async function runServiceCommand(
  command: ServiceCommand,
  ports: CommandPorts,
): Promise<number> {
  try {
    return await execute(command, ports);
  } catch (error) {
    throw commandError(error, command, ports.clock.now());
  }
}
