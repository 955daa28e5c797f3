import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Daemon, run, startDaemon } from './daemon.ts';
import { secretService } from './secret-service.ts';
import { busAnswers, privateBus } from './session-bus.ts';
import { installUnansweredPrompter } from './unanswered-prompter.ts';
import { unlockAtLogin } from './unlock-at-login.ts';
import { until } from './until.ts';

const PASSWORD = 'the password of a keyring that lives in a temporary folder';

type DaemonState = 'unlocked' | 'locked' | 'no keyring';

/** What a keyring is started with. */
export interface KeyringOptions {
  /**
   * What happens when the keyring wants to ask for its password: `absent` (the default) is a session without a desktop,
   * where the prompt fails at once; `unanswered` is a prompt that opens and that nobody looks at.
   */
  readonly prompter?: 'absent' | 'unanswered';
}

/** A real gnome-keyring on a session bus of its own, with its files in a temporary folder. */
export interface Keyring {
  /** The whole environment of a program that is to use this keyring, with its own `HOME` and XDG folders. */
  readonly env: Readonly<Record<string, string>>;
  lock(): Promise<void>;
  unlock(): Promise<void>;
  /** Stops the daemon as a debugger would: it keeps its name on the bus and answers nothing. */
  freeze(): void;
  thaw(): void;
  /** Kills the daemon; its name leaves the bus and nothing starts it again. The bus stays. */
  kill(): Promise<void>;
  /** Kills the daemon if it runs and starts it on the same files: unlocked, or locked as before a login. */
  restart(state?: 'unlocked' | 'locked'): Promise<void>;
  /** Starts the killed daemon where there is no keyring file: a service, but nothing to keep anything in. */
  startWithoutKeyring(): Promise<void>;
  /** Runs a program in this session and answers its stdout. */
  run(command: readonly [string, ...string[]]): Promise<string>;
  /** The bus paths of the items with these attributes, whether they can be read or not. */
  items(attributes: Readonly<Record<string, string>>): Promise<string[]>;
  /** How many unlock prompts have been opened; with an `unanswered` prompter only. */
  promptsOpened(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Starts a keyring that shares nothing with the machine's own, so that tests can run side by side. It is unlocked, and
 * empty.
 *
 * @throws when `dbus-daemon` or `gnome-keyring-daemon` is not installed, saying what to install
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
        throw new Error(`gnome-keyring-daemon did not start: ${daemon.complaints()}`, { cause });
      },
    );
    return daemon;
  };

  try {
    daemons.push(await startDaemon(bus.command, { env }));
    await busAnswers(env);
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
    // Of no use to the keyring, but to our own processes: without it most of their start is compiling.
    ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
    LC_ALL: 'C',
    HOME: dir,
    XDG_DATA_HOME: join(dir, 'data'),
    XDG_RUNTIME_DIR: join(dir, 'run'),
    XDG_CONFIG_HOME: join(dir, 'config'),
    XDG_CACHE_HOME: join(dir, 'cache'),
    DBUS_SESSION_BUS_ADDRESS: address,
    // GLib would otherwise start a settings daemon of its own on the bus.
    GSETTINGS_BACKEND: 'memory',
  };
}
