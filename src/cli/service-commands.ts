import { randomUUID } from 'node:crypto';
import type { NetworkPorts } from '../core/accounts/index.ts';
import { unlessAborted } from '../core/clock.ts';
import { type Log, silentLog } from '../core/log.ts';
import type { Secret } from '../core/secret.ts';
import { preferencesOf, type Settings } from '../core/settings/index.ts';
import type { Shell } from '../core/ssh/index.ts';
import { ProblemError, UserError } from '../core/user-error.ts';
import type { VmOperation } from '../shared/domain/index.ts';
import { readSecret, readTwoSecrets } from './accounts/read-secret.ts';
import type { StatusSource } from './accounts/sources.ts';
import type { Command, CommandOf } from './arguments.ts';
import { CommandError, EXIT, type ExitCode, problemExitCode, problemLine } from './errors.ts';
import type { LaunchRun } from './launch/run-launch.ts';
import * as messages from './messages.ts';
import type { CredentialSource } from './options.ts';
import { lineLog } from './output.ts';
import type { CommandPorts } from './run-command.ts';
import type { FoundVm } from './ssh/find-login.ts';
import {
  openUserSettings,
  openUserSsh,
  openUserSshIfUsable,
  type UserContext,
  withAccounts,
  withSessions,
} from './user.ts';

/** Shorter than in the app, since a person waits at a prompt. */
const BOUNDS = { headersMs: 10_000, totalMs: 30_000 };
const LIST_MS = 6_000;

function networkOf({ fetch, clock }: CommandPorts, log: Log): NetworkPorts {
  return { fetch, clock, log, bounds: BOUNDS, listMs: LIST_MS };
}

/** A command that uses the settings and the service. */
type ServiceCommand = Exclude<Command, { name: 'help' | 'version' }>;

interface Context extends UserContext {
  readonly ports: CommandPorts;
}

const secretName = ({ kind }: CredentialSource) => (kind === 'apiKey' ? 'API key' : 'password');

function promptForSecret(source: CredentialSource, ports: CommandPorts): Promise<Secret> {
  return readSecret(secretName(source), ports);
}

/** The shell that a printed command is quoted for. */
function shellOf(settings: Settings): Shell {
  return process.platform === 'win32' ? preferencesOf(settings).shell : 'posix';
}

/** Runs with the given account, or with the stored ones. @param credential null: the stored ones */
async function withSources<T>(
  credential: CredentialSource | null,
  context: Context,
  run: (sources: readonly StatusSource[]) => Promise<T>,
): Promise<T> {
  const { givenSource, storedSources } = await import('./accounts/sources.ts');
  const { network, ports } = context;
  const { signal } = ports;
  if (credential === null)
    return withSessions(context, async (accounts) =>
      run(await unlessAborted(storedSources(accounts), signal)),
    );
  const secret = await promptForSecret(credential, ports);
  return run([await unlessAborted(givenSource(credential, secret, network), signal)]);
}

// Each command loads its own modules, so that a status bar does not pay for the others.

async function status(command: CommandOf<'status'>, context: Context): Promise<ExitCode> {
  const { network, ports } = context;
  const { terminal, signal } = ports;
  const [{ runStatus }, { NO_SSH, readVmSsh }] = await Promise.all([
    import('./vms/run-status.ts'),
    import('./ssh/vm-ssh.ts'),
  ]);
  const table = command.json ? null : (await import('./vms/status-table.ts')).statusTable;
  const { current } = context.settings;
  const ssh = await openUserSshIfUsable(context);
  const readSsh = async () =>
    ssh === null ? () => NO_SSH : readVmSsh(ssh, current, shellOf(current));
  return withSources(command.credential, context, (sources) =>
    runStatus({ command, table, sources, readSsh, terminal, network, signal }),
  );
}

async function show(command: CommandOf<'show'>, context: Context): Promise<ExitCode> {
  const [{ runShow }, { NO_SSH, readVmSsh }, { storedHosts }] = await Promise.all([
    import('./vms/run-show.ts'),
    import('./ssh/vm-ssh.ts'),
    import('./ssh/host-files.ts'),
  ]);
  const { network, ports } = context;
  const { terminal, signal } = ports;
  const { current } = context.settings;
  const { currency } = preferencesOf(current);
  const ssh = await openUserSshIfUsable(context);
  const hosts = ssh === null ? [] : await storedHosts(ssh);
  const sshOf = ssh === null ? () => NO_SSH : await readVmSsh(ssh, current, shellOf(current));
  return withSources(command.credential, context, (sources) =>
    runShow({ command, sources, hosts, sshOf, currency, terminal, network, signal }),
  );
}

async function usage(command: CommandOf<'usage'>, context: Context): Promise<ExitCode> {
  const { runUsage, usageRange } = await import('./usage/run-usage.ts');
  const { network, ports, settings } = context;
  const { terminal, signal } = ports;
  const range = usageRange(command, network.clock.now());
  return withSources(command.credential, context, (sources) =>
    runUsage({ command, range, sources, settings, terminal, network, signal }),
  );
}

async function events(
  command: CommandOf<'events'>,
  { ports, settings }: Context,
): Promise<ExitCode> {
  const { printEvents } = await import('./history/print-events.ts');
  const { terminal, clock } = ports;
  await printEvents({ command, settings, terminal, now: clock.now() });
  return EXIT.fresh;
}

async function offers(
  command: CommandOf<'prices' | 'offers'>,
  context: Context,
): Promise<ExitCode> {
  const { runOffers } = await import('./offers/run-offers.ts');
  const { network, ports, settings } = context;
  const { terminal, signal } = ports;
  return runOffers({ command, settings: settings.current, network, terminal, signal });
}

/** The credential, if one is to be read, and the password of the VM. */
async function launchSecrets(
  { credential, hasPassword }: CommandOf<'launch'>,
  ports: CommandPorts,
) {
  if (credential !== null && hasPassword) {
    const [secret, password] = await readTwoSecrets(secretName(credential), ports);
    return { secret, password };
  }
  return {
    secret: credential && (await promptForSecret(credential, ports)),
    password: hasPassword ? await readSecret('VM password', ports) : null,
  };
}

async function launch(command: CommandOf<'launch'>, context: Context): Promise<ExitCode> {
  const { ports, settings, network } = context;
  const { terminal, signal } = ports;
  if (!command.isConfirmed && !ports.input.isTTY)
    throw new CommandError(EXIT.usage, messages.launch.needsYes);
  const [{ runLaunch }, { givenAccount }, { storedAccount }, { endClients }] = await Promise.all([
    import('./launch/run-launch.ts'),
    import('./accounts/sources.ts'),
    import('./accounts/login.ts'),
    import('./interruption.ts'),
  ]);
  const { secret, password } = await launchSecrets(command, ports);
  const ssh = await openUserSshIfUsable(context);
  const { current, folder } = settings;
  const run = (source: LaunchRun['source']) => {
    const shell = shellOf(current);
    const parts = { command, source, password, settings: current, folder, ssh, shell, network };
    const launching = runLaunch({ ...parts, newId: randomUUID, terminal, ports });
    return unlessAborted(launching, signal).finally(() =>
      endClients([source.client], network.clock),
    );
  };
  const { credential } = command;
  if (credential !== null && secret !== null)
    return run(await unlessAborted(givenAccount(credential, secret, network), signal));
  return withSessions(context, async (accounts) => {
    const account = storedAccount(await unlessAborted(accounts.list(), signal), command.account);
    return run({ ...account, client: accounts.open(account) });
  });
}

async function completion({ what }: CommandOf<'completion'>, context: Context): Promise<ExitCode> {
  const { completionScript } = await import('./completion.ts');
  const { terminal } = context.ports;
  if (what === 'aliases') {
    const ssh = await openUserSshIfUsable(context);
    const hosts = ssh === null ? [] : await (await import('./ssh/host-files.ts')).storedHosts(ssh);
    for (const { alias } of hosts) terminal.out(`${alias}\n`);
  } else terminal.out(completionScript(what));
  return EXIT.fresh;
}

async function ssh({ vm, print }: CommandOf<'ssh'>, context: Context): Promise<number> {
  const [{ findLogin }, { loginLine, requireSsh, runSsh }] = await Promise.all([
    import('./ssh/find-login.ts'),
    import('./ssh/run-ssh.ts'),
  ]);
  const { network, ports, warn } = context;
  const { terminal, signal } = ports;
  const { current: settings } = context.settings;
  const opened = await openUserSsh(context);
  const shell = shellOf(settings);
  if (!print) requireSsh(opened);
  // The keychain is closed and a refreshed session stored before the login, which may last for hours.
  const found = await withSessions(context, (accounts) =>
    findLogin({ typed: vm, ssh: opened, accounts, settings, network, warn, signal }),
  );
  if (!print) return runSsh({ ssh: opened, shell, terminal, signal }, found);
  terminal.out(`${loginLine(opened, found, shell)}\n`);
  return EXIT.fresh;
}

/** Runs with a VM of the stored accounts. */
async function withVm<T>(
  typed: string,
  context: Context,
  run: (found: FoundVm) => Promise<T>,
): Promise<T> {
  const { withFoundVm } = await import('./ssh/find-login.ts');
  const { network, ports, warn } = context;
  const { signal } = ports;
  const { current: settings } = context.settings;
  const ssh = await openUserSsh(context);
  return withSessions(context, (accounts) =>
    withFoundVm({ typed, ssh, accounts, settings, network, warn, signal }, run),
  );
}

async function operate(command: CommandOf<VmOperation>, context: Context): Promise<ExitCode> {
  const { findGivenVm, runOperation } = await import('./operations/run-operation.ts');
  const { ports, settings, network } = context;
  const { current } = settings;
  const { given } = command;
  if (given === null)
    return withVm(command.vm, context, (found) =>
      runOperation({ command, found, settings: current, ports }),
    );
  const [{ readProfile }, { givenAccount }, { endClients }] = await Promise.all([
    import('./accounts/run-profile.ts'),
    import('./accounts/sources.ts'),
    import('./interruption.ts'),
  ]);
  const { credential, profile: file } = given;
  const profile = await readProfile(file);
  const { signal } = ports;
  const secret = await promptForSecret(credential, ports);
  const account = await unlessAborted(givenAccount(credential, secret, network), signal);
  try {
    const found = await unlessAborted(findGivenVm(command, account, profile, signal), signal);
    return await runOperation({ command, found, settings: current, ports });
  } finally {
    await endClients([account.client], network.clock);
  }
}

async function autoStop(command: CommandOf<'autostop'>, context: Context): Promise<ExitCode> {
  const { runAutoStop } = await import('./auto-stop/run-auto-stop.ts');
  const { ports, settings } = context;
  const { terminal, clock } = ports;
  return withVm(command.vm, context, (found) =>
    runAutoStop({ command, found, settings, terminal, now: clock.now() }),
  );
}

async function profile(
  command: CommandOf<'profile'>,
  { ports, settings }: Context,
): Promise<ExitCode> {
  const { runProfile } = await import('./accounts/run-profile.ts');
  return runProfile(command, settings, ports.terminal);
}

async function login(command: CommandOf<'login'>, context: Context): Promise<ExitCode> {
  const { runLogin } = await import('./accounts/login.ts');
  const { ports } = context;
  const secret = await promptForSecret(command.credential, ports);
  return withAccounts(context, (accounts) =>
    unlessAborted(runLogin(accounts, command, secret, ports.terminal), ports.signal),
  );
}

async function logout(command: CommandOf<'logout'>, context: Context): Promise<ExitCode> {
  const [{ runLogout }, { forgetSignedOut }, { withHistory }] = await Promise.all([
    import('./accounts/login.ts'),
    import('./ssh/host-files.ts'),
    import('./history/user-history.ts'),
  ]);
  const { ports, warn } = context;
  const { terminal, signal } = ports;
  return withAccounts(context, async (accounts) => {
    const exitCode = await unlessAborted(runLogout(accounts, command, terminal), signal);
    const left = await accounts.list();
    const opened = await openUserSshIfUsable(context);
    if (opened !== null) await unlessAborted(forgetSignedOut(opened, left, warn), signal);
    await withHistory(
      context.settings,
      (history) => history?.keepOnly(left.map(({ id }) => id)),
      false,
    );
    return exitCode;
  });
}

async function doctor(command: CommandOf<'doctor'>, context: Context): Promise<ExitCode> {
  const [{ givenSource, storedSources }, { runDoctor }] = await Promise.all([
    import('./accounts/sources.ts'),
    import('./diagnostics/run-doctor.ts'),
  ]);
  const { network, ports } = context;
  const { terminal, signal } = ports;
  const { credential } = command;
  const secret = credential === null ? null : await promptForSecret(credential, ports);
  return withSessions(context, async (accounts, vault) => {
    const sources =
      credential === null || secret === null
        ? await unlessAborted(storedSources(accounts), signal)
        : [await unlessAborted(givenSource(credential, secret, network), signal)];
    const openSsh = () => openUserSsh(context);
    return runDoctor({ command, sources, vault, openSsh, terminal, network, signal });
  });
}

async function execute(command: ServiceCommand, ports: CommandPorts): Promise<number> {
  const warn = (message: string) => ports.terminal.error(`${message}\n`);
  const network = networkOf(ports, command.verbose ? lineLog(warn) : silentLog);
  const settings = await unlessAborted(openUserSettings(network, warn), ports.signal);
  const context = { ports, network, warn, settings };
  switch (command.name) {
    case 'status':
      return status(command, context);
    case 'show':
      return show(command, context);
    case 'usage':
      return usage(command, context);
    case 'events':
      return events(command, context);
    case 'prices':
    case 'offers':
      return offers(command, context);
    case 'launch':
      return launch(command, context);
    case 'completion':
      return completion(command, context);
    case 'ssh':
      return ssh(command, context);
    case 'start':
    case 'stop':
    case 'destroy':
      return operate(command, context);
    case 'autostop':
      return autoStop(command, context);
    case 'profile':
      return profile(command, context);
    case 'login':
      return login(command, context);
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
  return error instanceof UserError ? new CommandError(EXIT.stale, error.message) : error;
}

/**
 * Runs a command that uses the settings and the service.
 * @returns one of our exit codes, or ssh's
 * @throws CommandError on an expected error
 */
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
