import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Simulator } from '../../simulator/index.ts';
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { userDataFolder } from '../../src/core/settings/index.ts';
import { openSsh, type Ssh } from '../../src/core/ssh/index.ts';
import { type Keyring, type KeyringOptions, startKeyring } from '../keyring/harness.ts';
import { type KeyPair, makeKey } from '../ssh/host-keys.ts';
import { freeEndpoint, startSshd } from '../ssh/sshd.ts';
import {
  type Ended,
  type Result,
  type Running,
  runInProcess,
  shareCache,
  start,
  withKey,
} from './command-line.ts';

/** The service name of our keychain items. */
const SERVICE = 'GPU Tray';

/** Runs commands with a real, unlocked keyring and an empty home. */
export interface KeychainUser {
  readonly keyring: Keyring;
  /** In this process: starting another is most of a command's CPU time. */
  run(args: readonly string[], input?: string): Promise<Result>;
  /** `login` with an API key, by default the read-only one. */
  loginWithKey(simulator: Simulator, key?: string): Promise<Result>;
  loginWithPassword(simulator: Simulator): Promise<Result>;
  /** Number of our items in the keyring, readable or not. */
  items(): Promise<number>;
  settings(): Promise<string>;
}

export async function keychainUser(options?: KeyringOptions): Promise<KeychainUser> {
  const keyring = await startKeyring(options);
  onTestFinished(() => keyring.close());
  const { env } = keyring;
  await shareCache(env['HOME'] ?? '');
  const run = (args: readonly string[], input = '') => runInProcess(args, input, env);
  return {
    keyring,
    run,
    loginWithKey: (simulator, key = simulator.credentials[0].apiKeys.read_only) =>
      run(['login', ...withKey(simulator)], key),
    loginWithPassword({ baseUrl, credentials }) {
      const { email, password } = credentials[0];
      const args = ['login', '--base-url', baseUrl, '--email', email, '--password-stdin'];
      return run(args, password);
    },
    items: async () => (await keyring.items({ service: SERVICE })).length,
    settings: () =>
      readFile(join(env['XDG_CONFIG_HOME'] ?? '', 'GPU Tray', 'settings.json'), 'utf8'),
  };
}

/** A user with an SSH key and SSH config in a temporary home. */
export interface SshUser extends KeychainUser {
  readonly home: string;
  readonly ssh: Ssh;
  /** `gpu-tray ssh`, with this input for the remote shell. */
  login(alias: string, input: string): Promise<Ended>;
  startLogin(alias: string, input: string): Running;
  /** Runs a line in a shell, with this input. */
  shell(line: string, input: string): Promise<Result>;
  /** Host and key type of each line of our known_hosts. */
  storedKeys(): Promise<readonly string[]>;
  config(): Promise<string>;
}

export async function sshUser(): Promise<SshUser> {
  const user = await keychainUser();
  const { env } = user.keyring;
  const home = env['HOME'] ?? '';
  // Next to the settings, since this home's settings are not in the default place.
  const folder = join(env['XDG_CONFIG_HOME'] ?? '', 'GPU Tray', 'ssh');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await mkdir(join(home, '.ssh'), { mode: 0o700 });
  // Without a config here, ssh would read the one of the account that runs the tests.
  await writeFile(
    join(home, '.ssh', 'config'),
    'BatchMode yes\nConnectTimeout 20\nRequestTTY no\n',
    { mode: 0o600 },
  );
  const accountHome = userInfo().homedir;
  const ssh = openSsh({
    places: {
      folder,
      configFile: join(folder, 'config'),
      home,
      accountHome,
      platform: process.platform,
    },
    env,

    clock: systemClock,
    log: silentLog,
    prefix: () => 'gpu',
  });
  const startLogin = (alias: string, input: string) => start(['ssh', alias], { env, input });
  const text = async (name: string) =>
    readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
  return {
    ...{ ...user, home, ssh, startLogin },
    login: (alias, input) => startLogin(alias, input).ended,
    shell: (line, input) =>
      new Promise((resolve, reject) => {
        const child = spawn('sh', ['-c', line], { env, cwd: home });
        let stdout = '';
        let stderr = '';
        child.stdout.setEncoding('utf8').on('data', (more: string) => (stdout += more));
        child.stderr.setEncoding('utf8').on('data', (more: string) => (stderr += more));
        child.once('error', reject);
        child.once('close', (code) => resolve({ code, stdout, stderr }));
        child.stdin.end(input);
      }),
    storedKeys: async () =>
      (await text('known_hosts'))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => line.split(' ').slice(0, 2).join(' ')),
    config: () => text('config'),
  };
}

/** A simulated VM with a real sshd at its address. */
export interface RealVm {
  readonly id: string;
  readonly address: string;
  /** Starts sshd with that host key. @returns stops it */
  answer(hostKey: KeyPair): Promise<() => Promise<void>>;
  /** Creates a host key with that name. */
  hostKey(name: string): KeyPair;
}

/** Creates a running VM and writes the login to the settings; the user must be signed in already. */
export async function realVm(
  { control }: Simulator,
  user: SshUser,
  label: string,
): Promise<RealVm> {
  const endpoint = await freeEndpoint();
  const { id } = control.createVm({ instance_label: label, status: 'running' });
  control.setVm(id, { ip_address: endpoint.address });
  const userKey = makeKey(user.home, `user-key-${label}`);
  const file = join(userDataFolder(process.platform, user.keyring.env, user.home), 'settings.json');
  const settings: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (typeof settings !== 'object') throw new Error(`${file} holds no settings`);
  const ssh = { user: userInfo().username, port: endpoint.port, identityFile: userKey.file };
  await writeFile(file, JSON.stringify({ ...settings, ssh }));
  return {
    ...{ id, address: endpoint.address },
    hostKey: (name) => makeKey(user.home, `${label}-${name}`),
    answer: (hostKey) => startSshd({ folder: user.home, endpoint, hostKey, userKey }),
  };
}
