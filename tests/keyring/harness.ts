import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Daemon, run, startDaemon } from './daemon.ts';
import {
  busListens,
  installUnansweredPrompter,
  privateBus,
  secretService,
  unlockAtLogin,
} from './session-bus.ts';
import { until } from './until.ts';

const PASSWORD = 'the password of a keyring that lives in a temporary folder';

type DaemonState = 'unlocked' | 'locked' | 'no keyring';

/** Options of a keyring. */
export interface KeyringOptions {
  /**
   * `absent` (the default): a session without a desktop, where a password prompt fails at once; `unanswered`: the prompt
   * opens and is not answered.
   */
  readonly prompter?: 'absent' | 'unanswered';
}

/** A real gnome-keyring on a private session bus, with its files in a temporary folder. */
export interface Keyring {
  /** The complete environment of a program that uses this keyring, with private `HOME` and XDG folders. */
  readonly env: Readonly<Record<string, string>>;
  lock(): Promise<void>;
  unlock(): Promise<void>;
  /** Stops the daemon (SIGSTOP): it keeps its name on the bus and does not respond. */
  freeze(): void;
  thaw(): void;
  /** Kills the daemon. Its name leaves the bus, which keeps running. */
  kill(): Promise<void>;
  /** Restarts the daemon on the same files, unlocked, or locked as before a login. */
  restart(state?: 'unlocked' | 'locked'): Promise<void>;
  /** Starts the killed daemon without a keyring file: a service that cannot store anything. */
  startWithoutKeyring(): Promise<void>;
  /** Runs a program in this session and returns its stdout. */
  run(command: readonly [string, ...string[]]): Promise<string>;
  /** The bus paths of the items with these attributes, in locked keyrings too. */
  items(attributes: Readonly<Record<string, string>>): Promise<string[]>;
  /** The number of unlock prompts opened, with an `unanswered` prompter. */
  promptsOpened(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Starts an unlocked, empty keyring that shares nothing with the machine's, so that tests can run in parallel.
 * @throws Error naming the packages to install when `dbus-daemon` or `gnome-keyring-daemon` is missing
 */
export async function startKeyring({ prompter = 'absent' }: KeyringOptions = {}): Promise<Keyring> {
  const dir = await mkdtemp(join(tmpdir(), 'gpu-tray-keyring-'));
  for (const folder of ['data', 'run', 'config', 'cache', 'services']) {
    await mkdir(join(dir, folder), { mode: 0o700 });
  }
  const bus = await privateBus(dir);
  const prompts =
    prompter === 'unanswered' ? await installUnansweredPrompter(dir, bus.services) : undefined;
  const env = sessionEnv(dir, bus.address);
  const service = secretService(env);
  const controlDir = join(dir, 'run', 'keyring');
  const daemons: Daemon[] = [];

  const close = async () => {
    for (const daemon of daemons.splice(0)) await daemon.kill();
    await prompts?.close();
    await rm(dir, { recursive: true, force: true });
  };
  const startSecrets = async (state: DaemonState) => {
    const daemon = await startSecretsDaemon(env, controlDir, state);
    daemons.push(daemon);
    await until(`a keyring that is ${state}`, async () => (await service.state()) === state).catch(
      (cause) => {
        throw new Error(`gnome-keyring-daemon did not start: ${daemon.stderr()}`, { cause });
      },
    );
    return daemon;
  };

  try {
    daemons.push(await startDaemon(bus.command, { env }));
    await busListens(dir);
    let secrets = await startSecrets('unlocked');
    return {
      env,
      close,
      run: (command) => run(command, env),
      items: service.items,
      promptsOpened: async () => (await prompts?.opened()) ?? 0,
      async lock() {
        await service.lock();
        await until('a locked keyring', async () => (await service.state()) === 'locked');
      },
      async unlock() {
        await unlockAtLogin(join(controlDir, 'control'), PASSWORD);
        await until('an unlocked keyring', async () => (await service.state()) === 'unlocked');
      },
      freeze: () => secrets.signal('SIGSTOP'),
      thaw: () => secrets.signal('SIGCONT'),
      kill: () => secrets.kill(),
      async restart(state = 'unlocked') {
        await secrets.kill();
        secrets = await startSecrets(state);
      },
      async startWithoutKeyring() {
        secrets = await startSecrets('no keyring');
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function startSecretsDaemon(
  env: Readonly<Record<string, string>>,
  controlDir: string,
  state: DaemonState,
): Promise<Daemon> {
  const command: [string, ...string[]] = [
    'gnome-keyring-daemon',
    '--foreground',
    '--components=secrets',
    `--control-directory=${controlDir}`,
  ];
  return state === 'unlocked'
    ? startDaemon([...command, '--unlock'], { env, stdin: PASSWORD })
    : startDaemon(command, { env });
}

function sessionEnv(dir: string, address: string): Readonly<Record<string, string>> {
  const { PATH = '/usr/bin:/bin', NODE_COMPILE_CACHE } = process.env;
  return {
    PATH,
    // For our own processes, which otherwise spend most of their start compiling.
    ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
    LC_ALL: 'C',
    HOME: dir,
    XDG_DATA_HOME: join(dir, 'data'),
    XDG_RUNTIME_DIR: join(dir, 'run'),
    XDG_CONFIG_HOME: join(dir, 'config'),
    XDG_CACHE_HOME: join(dir, 'cache'),
    DBUS_SESSION_BUS_ADDRESS: address,
    // Otherwise GLib starts a settings daemon on the bus.
    GSETTINGS_BACKEND: 'memory',
  };
}
