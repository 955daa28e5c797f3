import { CredentialError, type NetworkPorts } from '../core/accounts/index.ts';
import type { Clock } from '../core/clock.ts';
import { LockTimeout, LockUnavailable } from '../core/files/index.ts';
import { type Log, silentLog } from '../core/log.ts';
import type { Secret } from '../core/secret.ts';
import { ServiceError } from '../core/service/index.ts';
import { type Settings, SettingsError } from '../core/settings/index.ts';
import type { Shell, Ssh } from '../core/ssh/index.ts';
import {
  type Command,
  type CredentialSource,
  HELP,
  type LoginCommand,
  type LogoutCommand,
  readArguments,
  type SshCommand,
  type StatusCommand,
} from './arguments.ts';
import { CommandError, problemExitCode, problemLine } from './command-error.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { lineLog } from './line-log.ts';
import { readSecret, type SecretPorts } from './read-secret.ts';
import type { StatusSource } from './status/index.ts';
import type { Terminal } from './terminal.ts';
import { unlessInterrupted } from './unless-interrupted.ts';
import type { UserSettings } from './user-settings.ts';
import { withAccounts, withSessions } from './with-accounts.ts';

/** What a command line touches of its process; files and the keychain are found through the environment. */
export interface CommandPorts extends SecretPorts {
  readonly terminal: Terminal;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
}

/** Somebody waits at a prompt: a silent service is told sooner than in the app. */
const BOUNDS = { headersMs: 10_000, totalMs: 30_000 };
const PATIENCE_MS = 5_000;

function networkOf({ fetch, clock }: CommandPorts, log: Log): NetworkPorts {
  return { fetch, clock, log, bounds: BOUNDS, patienceMs: PATIENCE_MS };
}

/** What every command works with. */
interface Context {
  readonly ports: CommandPorts;
  readonly network: NetworkPorts;
  readonly settings: UserSettings;
  /** Tells the user something beside the result, one sentence. */
  readonly say: (message: string) => void;
}

function askSecret(source: CredentialSource, ports: CommandPorts): Promise<Secret> {
  return readSecret(source.kind === 'apiKey' ? 'API key' : 'password', ports);
}

// Each command loads its own modules: a status bar that asks every few seconds should not pay for the keychain.

/** ssh for a command that goes on without it; null, and said, where ssh cannot be told of our files. */
async function sshIfUsable({ settings, network, say }: Context): Promise<Ssh | null> {
  const { openUserSsh } = await import('./user-ssh.ts');
  try {
    return openUserSsh(settings, network);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    say(error.message);
    return null;
  }
}

async function status(command: StatusCommand, context: Context): Promise<ExitCode> {
  const { network, ports } = context;
  const { terminal, signal } = ports;
  const { givenSource, runStatus, sshCommands, storedSources } = await import('./status/index.ts');
  const { current } = context.settings;
  const opened = command.json ? await sshIfUsable(context) : null;
  const sshCommand =
    opened === null ? () => null : await sshCommands(opened, current, shellOf(current));
  const show = (sources: readonly StatusSource[]) =>
    runStatus({ command, sources, sshCommand, terminal, network, signal });
  const { credential } = command;
  if (credential === null)
    return withSessions(context, async (accounts) =>
      show(await unlessInterrupted(storedSources(accounts), signal)),
    );
  const secret = await askSecret(credential, ports);
  return show([await unlessInterrupted(givenSource(credential, secret, network), signal)]);
}

/** The shell that a printed command is quoted for. */
function shellOf({ preferences }: Settings): Shell {
  return process.platform === 'win32' ? (preferences?.shell ?? 'powershell') : 'posix';
}

async function ssh({ alias, print }: SshCommand, context: Context): Promise<number> {
  const { findLogin, loginLine, requireSsh, runSsh } = await import('./ssh/index.ts');
  const { openUserSsh } = await import('./user-ssh.ts');
  const { settings, network, ports, say } = context;
  const { terminal, signal } = ports;
  const { current } = settings;
  const opened = openUserSsh(settings, network);
  const shell = shellOf(current);
  if (!print) requireSsh(opened);
  // Neither the keychain nor a session that was renewed waits for the end of a login, which may last for hours.
  const found = await withSessions(context, (accounts) =>
    findLogin({ alias, ssh: opened, accounts, settings: current, network, say, signal }),
  );
  if (!print) return runSsh({ ssh: opened, shell, terminal, signal }, found);
  terminal.out(`${loginLine(opened, found, shell)}\n`);
  return EXIT.fresh;
}

async function login(command: LoginCommand, context: Context): Promise<ExitCode> {
  const { runLogin } = await import('./login.ts');
  const { ports } = context;
  const secret = await askSecret(command.credential, ports);
  return withAccounts(context, (accounts) =>
    unlessInterrupted(runLogin(accounts, command, secret, ports.terminal), ports.signal),
  );
}

async function logout(command: LogoutCommand, context: Context): Promise<ExitCode> {
  const [{ runLogout }, { forgetSignedOut }] = await Promise.all([
    import('./logout.ts'),
    import('./ssh/index.ts'),
  ]);
  const { ports, say } = context;
  const { terminal, signal } = ports;
  return withAccounts(context, async (accounts) => {
    const exitCode = await unlessInterrupted(runLogout(accounts, command, terminal), signal);
    const opened = await sshIfUsable(context);
    if (opened !== null)
      await unlessInterrupted(forgetSignedOut(opened, await accounts.list(), say), signal);
    return exitCode;
  });
}

async function execute(command: Command, ports: CommandPorts): Promise<number> {
  if (command.name === 'help') {
    ports.terminal.out(`${HELP}\n`);
    return EXIT.fresh;
  }
  const say = (message: string) => ports.terminal.error(`${message}\n`);
  const network = networkOf(ports, command.verbose ? lineLog(say) : silentLog);
  const { openUserSettings } = await import('./user-settings.ts');
  const settings = await unlessInterrupted(openUserSettings(network, say), ports.signal);
  const context = { ports, network, say, settings };
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

/** What an error that ended a command says to its user. A defect shows itself; everything foreseen is one sentence. */
function ending(error: unknown): { readonly message: string; readonly exitCode: ExitCode } {
  if (error instanceof CommandError) return error;
  if (error instanceof ServiceError || error instanceof CredentialError)
    return { message: problemLine(error.problem), exitCode: problemExitCode(error.problem) };
  if (error instanceof SettingsError || error instanceof LockUnavailable)
    return { message: error.message, exitCode: EXIT.stale };
  if (error instanceof LockTimeout)
    return { message: problemLine({ kind: 'busy' }), exitCode: EXIT.stale };
  const message = error instanceof Error ? (error.stack ?? error.message) : 'unknown error';
  return {
    message: `This is a defect of GPU Tray, please report it: ${message}`,
    exitCode: EXIT.defect,
  };
}

/** Runs one command line to its end, with one of our exit codes or what ssh ended with. Never rejects. @param argv without the program's own names */
export async function runCommand(argv: readonly string[], ports: CommandPorts): Promise<number> {
  let isWatching = false;
  try {
    const command = readArguments(argv);
    isWatching = command.name === 'status' && command.watch;
    return await execute(command, ports);
  } catch (error) {
    if (ports.signal.aborted) {
      // Watching ends when its user has seen enough; anything else has not done what it was asked for.
      if (isWatching) return EXIT.fresh;
      ports.terminal.error('Interrupted.\n');
      return EXIT.stale;
    }
    const { message, exitCode } = ending(error);
    ports.terminal.error(`${message}\n`);
    return exitCode;
  }
}
