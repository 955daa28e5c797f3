import { type Accounts, CredentialError, type NetworkPorts } from '../core/accounts/index.ts';
import type { Clock } from '../core/clock.ts';
import { LockTimeout, LockUnavailable } from '../core/files/index.ts';
import { type Log, silentLog } from '../core/log.ts';
import type { Secret } from '../core/secret.ts';
import { ServiceError } from '../core/service/index.ts';
import { type Settings, SettingsError } from '../core/settings/index.ts';
import type { Shell } from '../core/ssh/index.ts';
import { printable } from '../shared/format/index.ts';
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
import type { SshCommandOf, StatusSource } from './status/index.ts';
import type { Terminal } from './terminal.ts';
import { unlessInterrupted } from './unless-interrupted.ts';
import type { UserSettings } from './user-settings.ts';

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
  readonly say: (sentence: string) => void;
}

function askSecret(source: CredentialSource, ports: CommandPorts): Promise<Secret> {
  return readSecret(source.kind === 'apiKey' ? 'API key' : 'password', ports);
}

// Each command loads its own modules: a status bar that asks every few seconds should not pay for the keychain.

/** A token that was rotated while the keychain was locked would be gone with this process. */
async function storeTheRest(accounts: Accounts, say: Context['say']): Promise<void> {
  try {
    await accounts.storeFromMemory();
    for (const { id, label } of await accounts.list())
      if (accounts.isInMemory(id))
        say(
          `Your keychain did not take the new session of ${printable(label)}; unlock it and log in again.`,
        );
  } catch {
    say('The session could not be stored; if the next command is refused, log in again.');
  }
}

async function withAccounts<T extends number>(
  context: Context,
  run: (accounts: Accounts) => Promise<T>,
): Promise<T> {
  const { openStoredAccounts } = await import('./stored-accounts.ts');
  const { settings, network, say } = context;
  const stored = openStoredAccounts(settings, network, say);
  try {
    return await run(stored.accounts);
  } finally {
    stored.dispose();
  }
}

async function commandsOfSsh({ settings, network }: Context): Promise<SshCommandOf> {
  const [{ sshCommands }, { openUserSsh }] = await Promise.all([
    import('./status/index.ts'),
    import('./ssh/index.ts'),
  ]);
  const { current } = settings;
  return sshCommands(openUserSsh(settings, network), current, shellOf(current));
}

async function status(command: StatusCommand, context: Context): Promise<ExitCode> {
  const { network, ports } = context;
  const { terminal, signal } = ports;
  const { givenSource, runStatus, storedSources } = await import('./status/index.ts');
  const sshCommand = command.json ? await commandsOfSsh(context) : () => null;
  const show = (sources: readonly StatusSource[]) =>
    runStatus({ command, sources, sshCommand, terminal, network, signal });
  const { credential } = command;
  if (credential === null)
    return withAccounts(context, async (accounts) => {
      try {
        return await show(await unlessInterrupted(storedSources(accounts), signal));
      } finally {
        await storeTheRest(accounts, context.say);
      }
    });
  const secret = await askSecret(credential, ports);
  return show([await unlessInterrupted(givenSource(credential, secret, network), signal)]);
}

/** The shell that a printed command is quoted for. */
function shellOf({ preferences }: Settings): Shell {
  return process.platform === 'win32' ? (preferences?.shell ?? 'powershell') : 'posix';
}

async function ssh(command: SshCommand, context: Context): Promise<number> {
  const { openUserSsh, runSsh } = await import('./ssh/index.ts');
  const { settings, network, ports } = context;
  const { terminal, signal } = ports;
  return withAccounts(context, async (accounts) => {
    const run = { command, accounts, network, terminal, signal };
    const of = { ssh: openUserSsh(settings, network), settings: settings.current };
    try {
      return await runSsh({ ...run, ...of, shell: shellOf(settings.current) });
    } finally {
      await storeTheRest(accounts, context.say);
    }
  });
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
  const { runLogout } = await import('./logout.ts');
  const { terminal, signal } = context.ports;
  return withAccounts(context, (accounts) =>
    unlessInterrupted(runLogout(accounts, command, terminal), signal),
  );
}

async function execute(command: Command, ports: CommandPorts): Promise<number> {
  if (command.name === 'help') {
    ports.terminal.out(`${HELP}\n`);
    return EXIT.fresh;
  }
  const say = (sentence: string) => ports.terminal.error(`${sentence}\n`);
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
