import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { memoryKeychain } from '../../scripts/world/application.ts';
import type { Simulator, StartOptions } from '../../simulator/index.ts';
import {
  type Application,
  createApplication,
  type DesktopPorts,
  type Notification,
  type Question,
} from '../../src/core/app/index.ts';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import { MARKER } from '../../src/core/ssh/config/host-blocks.ts';
import { forkHelper, openKeychain } from '../../src/core/vault/index.ts';
import type { RequestInput } from '../../src/shared/ipc/contract.ts';
import { type VmLogin, vmKey } from '../../src/shared/ssh/ssh-state.ts';
import type { Keyring } from '../keyring/harness.ts';
import { network, type Reach, simulate, temporaryFolder } from './fixtures.ts';

/** The desktop session of a user. */
export interface Session extends Pick<Keyring, 'env'> {
  /** In place of the session's keychain, which a test of something else need not start. */
  readonly credentials?: Map<string, string>;
}

export const memorySession = (): Session => ({ env: {}, credentials: new Map() });

/** The application on a desktop that records its calls. */
export interface RecordedApplication {
  readonly application: Application;
  readonly notifications: readonly Notification[];
  readonly copied: readonly string[];
  readonly opened: readonly string[];
  /** Calls of `setAutostart`, in order. */
  readonly autostarts: readonly boolean[];
  /** Native confirmations. */
  readonly questions: readonly Question[];
}

export interface DesktopOptions {
  readonly reach?: Reach;
  /** URL schemes with a handler, such as `vscode`. */
  readonly handlers?: readonly string[];
  /** At the start; default true. */
  readonly isOnline?: boolean;
  /** Answers native confirmations; by default yes. */
  readonly confirm?: DesktopPorts['dialogs']['confirm'];
  /** Cancelled by default. */
  readonly chooseFile?: DesktopPorts['dialogs']['chooseFile'];
  /** By default every shortcut is available. */
  readonly setShortcut?: DesktopPorts['setShortcut'];
  /** By default recorded in `autostarts`. */
  readonly setAutostart?: DesktopPorts['autostart']['set'];
  /** By default still on. */
  readonly askToNotify?: DesktopPorts['askToNotify'];
  readonly renewAutostart?: DesktopPorts['autostart']['renew'];
  /** Treats the home as the one of the user database. ssh itself still reads the config of the account that runs the test. */
  readonly isAccountHome?: boolean;
  /** Starts the ssh of this computer; default: there is none, which saves half of the time of most tests. */
  readonly hasSsh?: boolean;
}

/**
 * Starts the real application; it stops at the end of the test at the latest.
 * @param folder of its settings, and the home with the SSH config
 */
export async function startApplication(
  session: Session,
  folder: string,
  options: DesktopOptions = {},
): Promise<RecordedApplication> {
  const { reach = {}, handlers = [], isAccountHome = false, isOnline = true } = options;
  const { confirm = async () => true } = options;
  let skippedMs = 0;
  const clock: Clock = {
    ...systemClock,
    monotonic: () => systemClock.monotonic() + skippedMs,
  };
  const notifications: Notification[] = [];
  const copied: string[] = [];
  const opened: string[] = [];
  const autostarts: boolean[] = [];
  const questions: Question[] = [];
  const { credentials } = session;
  const ownHome = credentials && { HOME: folder, XDG_CONFIG_HOME: folder };
  const env = { ...process.env, ...ownHome, ...session.env };
  const real = await createApplication({
    desktop: {
      notify: (notification) => notifications.push(notification),
      copy: async (text) => void copied.push(text),
      openInBrowser: async (url) => void opened.push(url),
      autostart: {
        set: options.setAutostart ?? (async (isOn) => void autostarts.push(isOn)),
        renew: options.renewAutostart ?? (async () => true),
      },
      askToNotify: options.askToNotify ?? (() => {}),
      setShortcut: options.setShortcut ?? (async () => {}),
      panel: { open: () => {}, hide: () => {} },
      updater: { off: 'build', check: async () => ({ kind: 'current' }), install: () => {} },
      dialogs: {
        confirm(question) {
          questions.push(question);
          return confirm(question);
        },
        ask: async () => ({ button: 0, isChecked: false }),
        chooseFile: options.chooseFile ?? (async () => null),
      },
      editors: {
        isInstalled: async (scheme) => handlers.includes(scheme),
        open: async (url) => void opened.push(url),
      },
      inspect: async () => ({ notifications: 'supported', startsAtLogin: false }),
      proxyFor: async () => 'none',
    },
    network: network({ clock, ...reach }),
    openKeychain: credentials
      ? memoryKeychain(credentials)
      : (ports) => openKeychain({ ...ports, spawnHelper: forkHelper({ env }) }),
    env,
    folder,
    ssh: {
      ...(!options.hasSsh && { isProgram: () => false }),
      places: {
        folder: join(folder, 'ssh'),
        configFile: join(folder, 'ssh', 'config'),
        // A home that is not in the user database: ssh gets its config by -F and ignores the account's own.
        home: folder,
        accountHome: isAccountHome ? folder : userInfo().homedir,
        platform: 'linux',
      },
    },
    environment: { platform: 'linux', version: '0', hasTray: true, isOnline },
    recentErrors: () => [],
    newId: randomUUID,
    random: () => 0.5,
    watch: { batchMs: 0 },
  });
  const requests = {
    ...real.requests,
    refresh(input: RequestInput<'refresh'>) {
      // There is at most one poll a second.
      skippedMs += 1_000;
      return real.requests.refresh(input);
    },
  };
  const application = { ...real, requests };
  onTestFinished(() => application.stop());
  return { application, notifications, copied, opened, autostarts, questions };
}

const PLAIN = { user: null, port: null, identityFile: null };

/** The application with a temporary home, signed in to a simulator. */
export interface SshApplication extends RecordedApplication {
  readonly simulator: Simulator;
  readonly accountId: string;
  readonly home: string;
  /** Path of one of our SSH files. */
  file(name: 'config' | 'hosts.json' | 'known_hosts'): string;
  text(name: 'config' | 'hosts.json' | 'known_hosts'): Promise<string>;
  /** Path of the user's own SSH config. */
  readonly userConfig: string;
  /** Aliases in our SSH config. */
  aliases(): Promise<readonly string[]>;
  login(vmId: string): VmLogin | undefined;
  /** Polls now. */
  refresh(): Promise<void>;
  setPort(port: number): Promise<void>;
  /** Output lines of `ssh -G`. */
  sshOptions(alias: string): readonly string[];
}

export async function sshApplication(
  session: Session,
  service: StartOptions = {},
  desktop: DesktopOptions = {},
): Promise<SshApplication> {
  const simulator = await simulate({ vms: 0, ...service });
  const home = await temporaryFolder();
  const userConfig = join(home, '.ssh', 'config');
  await mkdir(join(home, '.ssh'), { mode: 0o700 });
  await writeFile(userConfig, 'Host mine\n  HostName 192.0.2.9\n', { mode: 0o600 });
  const recorded = await startApplication(session, home, { hasSsh: true, ...desktop });
  const { application } = recorded;
  const key = simulator.credentials[0].apiKeys.read_write;
  const request = { baseUrl: simulator.baseUrl, key, accountId: null };
  const { accountId } = await application.requests.signInWithKey(request);
  const file = (name: string) => join(home, 'ssh', name);
  const refresh = () => application.requests.refresh({ accountId: null });
  await refresh();
  return {
    ...{ ...recorded, simulator, accountId, home, userConfig, file, refresh },
    text: (name) => readFile(file(name), 'utf8'),
    aliases: async () =>
      [...(await readFile(file('config'), 'utf8')).matchAll(/^Host (.*)$/gm)].flatMap(
        ([, alias = '']) => (alias === MARKER ? [] : [alias]),
      ),
    login: (vmId) => application.state().vmSshAccess[vmKey(accountId, vmId)],
    setPort: (port) =>
      application.requests.changeLogin({ scope: { kind: 'all' }, login: { ...PLAIN, port } }),
    sshOptions: (alias) =>
      spawnSync('ssh', ['-F', userConfig, '-G', '--', alias], { encoding: 'utf8' }).stdout.split(
        '\n',
      ),
  };
}
