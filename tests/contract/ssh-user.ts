import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Simulator } from '../../simulator/index.ts';
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { userDataFolder } from '../../src/core/settings/index.ts';
import { openSsh, type Ssh } from '../../src/core/ssh/index.ts';
import { type KeyPair, makeKey } from '../ssh/host-keys.ts';
import { freeEndpoint, startSshd } from '../ssh/sshd.ts';
import { type Ended, type Running, start } from './command-line.ts';
import { type KeychainUser, keychainUser } from './keychain-user.ts';

/** A user at the command line with a key of their own, and a configuration of ssh that nobody else has. */
export interface SshUser extends KeychainUser {
  readonly home: string;
  /** Of this user's configuration. */
  readonly ssh: Ssh;
  /** `gpu-tray ssh`, with what is typed at the VM once logged in. */
  login(alias: string, typed: string): Promise<Ended>;
  startLogin(alias: string, typed: string): Running;
  /** A line in a shell of this user, with what is typed at what it starts. */
  shell(line: string, typed: string): Promise<Pick<Ended, 'code' | 'stdout' | 'stderr'>>;
  /** The first two words of each line of our known_hosts. */
  storedKeys(): Promise<readonly string[]>;
  config(): Promise<string>;
}

export async function sshUser(): Promise<SshUser> {
  const user = await keychainUser();
  const { env } = user.keyring;
  const home = env['HOME'] ?? '';
  // The settings of this home are not where a user's are by default, so neither are the files of ssh.
  const folder = join(env['XDG_CONFIG_HOME'] ?? '', 'GPU Tray', 'ssh');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await mkdir(join(home, '.ssh'), { mode: 0o700 });
  // With a configuration of this home's, ssh leaves the one of whoever runs the tests alone.
  await writeFile(
    join(home, '.ssh', 'config'),
    'BatchMode yes\nConnectTimeout 20\nRequestTTY no\n',
    {
      mode: 0o600,
    },
  );
  const accountHome = userInfo().homedir;
  const ssh = openSsh({
    places: { folder, home, accountHome, platform: process.platform },
    env,
    uid: process.getuid?.() ?? null,
    clock: systemClock,
    log: silentLog,
  });
  const startLogin = (alias: string, typed: string) => start(['ssh', alias], { env, input: typed });
  const text = async (name: string) =>
    readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
  return {
    ...{ ...user, home, ssh, startLogin },
    login: (alias, typed) => startLogin(alias, typed).ended,
    shell: (line, typed) =>
      new Promise((resolve, reject) => {
        const child = spawn('sh', ['-c', line], { env, cwd: home });
        let stdout = '';
        let stderr = '';
        child.stdout.setEncoding('utf8').on('data', (more: string) => (stdout += more));
        child.stderr.setEncoding('utf8').on('data', (more: string) => (stderr += more));
        child.once('error', reject);
        child.once('close', (code) => resolve({ code, stdout, stderr }));
        child.stdin.end(typed);
      }),
    storedKeys: async () =>
      (await text('known_hosts'))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => line.split(' ').slice(0, 2).join(' ')),
    config: () => text('config'),
  };
}

/** A VM of the simulator's behind whose address a real sshd answers. */
export interface RealVm {
  readonly id: string;
  readonly address: string;
  /** Whoever has that host key answers there now. @returns what ends it */
  answer(hostKey: KeyPair): Promise<() => Promise<void>>;
  /** A host key by that name. */
  hostKey(name: string): KeyPair;
}

/** Makes a running VM, and tells the user's settings how one logs in to it. Call it once the user has signed in. */
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
