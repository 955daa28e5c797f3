import { CredentialError, type NetworkPorts } from '../core/accounts/index.ts';
import type { Clock } from '../core/clock.ts';
import { LockTimeout, LockUnavailable } from '../core/files/index.ts';
import { type Log, silentLog } from '../core/log.ts';
import type { Secret } from '../core/secret.ts';
import { ServiceError } from '../core/service/index.ts';
import { preferencesOf, type Settings, SettingsError } from '../core/settings/index.ts';
import type { Shell } from '../core/ssh/index.ts';
import { unlessAborted } from '../core/unless-aborted.ts';
import {
  type Command,
  type CredentialSource,
  type LoginCommand,
  type LogoutCommand,
  readArguments,
  type SshCommand,
  type StatusCommand,
} from './arguments.ts';
import { CommandError, EXIT, type ExitCode, problemExitCode, problemLine } from './errors.ts';
import { ending, HELP } from './messages.ts';
import { lineLog, type Terminal } from './output.ts';
import { readSecret, type SecretPorts } from './read-secret.ts';
import type { StatusSource } from './status/sources.ts';
import {
  openUserSettings,
  openUserSsh,
  openUserSshIfUsable,
  type UserContext,
  withAccounts,
  withSessions,
} from './user.ts';

/** What a command uses of its process; files and the keychain are found through the environment. */
export interface CommandPorts extends SecretPorts {
  readonly terminal: Terminal;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
}

/** Shorter than in the app, since a person waits at a prompt. */
const BOUNDS = { headersMs: 10_000, totalMs: 30_000 };
const PATIENCE_MS = 5_000;

function networkOf({ fetch, clock }: CommandPorts, log: Log): NetworkPorts {
  return { fetch, clock, log, bounds: BOUNDS, patienceMs: PATIENCE_MS };
}

interface Context extends UserContext {
  readonly ports: CommandPorts;
}

function promptForSecret(source: CredentialSource, ports: CommandPorts): Promise<Secret> {
  return readSecret(source.kind === 'apiKey' ? 'API key' : 'password', ports);
}

/** The shell that a printed command is quoted for. */
function shellOf(settings: Settings): Shell {
  return process.platform === 'win32' ? preferencesOf(settings).shell : 'posix';
}

// Each command loads its own modules, so that a status bar does not pay for the others.

async function status(command: StatusCommand, context: Context): Promise<ExitCode> {
  const { network, ports } = context;
  const { terminal, signal } = ports;
  const [{ givenSource, storedSources }, { runStatus }, { sshCommands }] = await Promise.all([
    import('./status/sources.ts'),
    import('./status/run-status.ts'),
    import('./status/status-json.ts'),
  ]);
  const { current } = context.settings;
  const ssh = command.json ? await openUserSshIfUsable(context) : null;
  const sshCommand = ssh === null ? () => null : await sshCommands(ssh, current, shellOf(current));
  const show = (sources: readonly StatusSource[]) =>
    runStatus({ command, sources, sshCommand, terminal, network, signal });
  const { credential } = command;
  if (credential === null)
    return withSessions(context, async (accounts) =>
      show(await unlessAborted(storedSources(accounts), signal)),
    );
  const secret = await promptForSecret(credential, ports);
  return show([await unlessAborted(givenSource(credential, secret, network), signal)]);
}

async function ssh({ alias, print }: SshCommand, context: Context): Promise<number> {
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
    findLogin({ alias, ssh: opened, accounts, settings, network, warn, signal }),
  );
  if (!print) return runSsh({ ssh: opened, shell, terminal, signal }, found);
  terminal.out(`${loginLine(opened, found, shell)}\n`);
  return EXIT.fresh;
}

async function login(command: LoginCommand, context: Context): Promise<ExitCode> {
  const { runLogin } = await import('./login.ts');
  const { ports } = context;
  const secret = await promptForSecret(command.credential, ports);
  return withAccounts(context, (accounts) =>
    unlessAborted(runLogin(accounts, command, secret, ports.terminal), ports.signal),
  );
}

async function logout(command: LogoutCommand, context: Context): Promise<ExitCode> {
  const [{ runLogout }, { forgetSignedOut }] = await Promise.all([
    import('./login.ts'),
    import('./ssh/host-files.ts'),
  ]);
  const { ports, warn } = context;
  const { terminal, signal } = ports;
  return withAccounts(context, async (accounts) => {
    const exitCode = await unlessAborted(runLogout(accounts, command, terminal), signal);
    const opened = await openUserSshIfUsable(context);
    if (opened !== null)
      await unlessAborted(forgetSignedOut(opened, await accounts.list(), warn), signal);
    return exitCode;
  });
}

async function execute(command: Command, ports: CommandPorts): Promise<number> {
  if (command.name === 'help') {
    ports.terminal.out(`${HELP}\n`);
    return EXIT.fresh;
  }
  const warn = (message: string) => ports.terminal.error(`${message}\n`);
  const network = networkOf(ports, command.verbose ? lineLog(warn) : silentLog);
  const settings = await unlessAborted(openUserSettings(network, warn), ports.signal);
  const context = { ports, network, warn, settings };
  switch (command.name) {
    case 'status':
      return status(command, context);
    case 'ssh':
      return ssh(command, context);
    case 'login':
      return login(command, context);
    case 'logout':
      return logout(command, context);
  }
}

/** The message and exit code of an expected error; anything else is a bug, shown with its stack. */
function endingOf(error: unknown): { readonly message: string; readonly exitCode: ExitCode } {
  if (error instanceof CommandError) return error;
  if (error instanceof ServiceError || error instanceof CredentialError)
    return { message: problemLine(error.problem), exitCode: problemExitCode(error.problem) };
  if (error instanceof SettingsError || error instanceof LockUnavailable)
    return { message: error.message, exitCode: EXIT.stale };
  if (error instanceof LockTimeout)
    return { message: problemLine({ kind: 'busy' }), exitCode: EXIT.stale };
  const stack = error instanceof Error ? (error.stack ?? error.message) : 'unknown error';
  return { message: ending.internalError(stack), exitCode: EXIT.defect };
}

/**
 * Runs a command line. Never rejects.
 * @param argv without the program's own names
 * @returns one of our exit codes, or ssh's
 */
export async function runCommand(argv: readonly string[], ports: CommandPorts): Promise<number> {
  let isWatching = false;
  try {
    const command = readArguments(argv);
    isWatching = command.name === 'status' && command.watch;
    return await execute(command, ports);
  } catch (error) {
    if (ports.signal.aborted) {
      // Interrupting is how a watch ends; any other command is incomplete.
      if (isWatching) return EXIT.fresh;
      ports.terminal.error(`${ending.interrupted}\n`);
      return EXIT.stale;
    }
    const { message, exitCode } = endingOf(error);
    ports.terminal.error(`${message}\n`);
    return exitCode;
  }
}
