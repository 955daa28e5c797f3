import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { until } from '../keyring/until.ts';
import type { KeyPair } from './host-keys.ts';

/** Where Debian and macOS install it, outside the PATH of users. */
const SSHD = '/usr/sbin/sshd';

/** Where a server listens. */
export interface Endpoint {
  /** In 127.0.0.0/8, which is loopback. */
  readonly address: string;
  readonly port: number;
}

export interface SshdOptions {
  /** For its files. */
  readonly folder: string;
  readonly endpoint: Endpoint;
  readonly hostKey: KeyPair;
  /** Allowed to log in as the user who runs this. */
  readonly userKey: KeyPair;
  /** Of the sessions; default: sshd's. */
  readonly path?: string;
  /** Lines of sshd_config that come first, so that they win. */
  readonly config?: readonly string[];
}

function answers({ address, port }: Endpoint): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port });
    socket.once('data', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
  });
}

/** Starts a real sshd. @returns stop @throws with its messages when it does not start */
export async function runSshd(options: SshdOptions): Promise<() => Promise<void>> {
  const { folder, endpoint, hostKey, userKey, path, config = [] } = options;
  const authorized = join(folder, 'authorized_keys');
  await writeFile(authorized, userKey.publicKey);
  const file = join(folder, `sshd_config-${endpoint.port}`);
  const lines = [
    ...config,
    `ListenAddress ${endpoint.address}:${endpoint.port}`,
    `HostKey ${hostKey.file}`,
    `AuthorizedKeysFile ${authorized}`,
    'PasswordAuthentication no',
    'UsePAM no',
    // These folders are in /tmp.
    'StrictModes no',
    'PidFile none',
    // The account's own home has scripts that each login would run, and that may take longer than all else of it.
    `SetEnv HOME=${folder}${path === undefined ? '' : ` PATH=${path}`}`,
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  // Privilege separation folder for root; normally created by Debian's service.
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true, mode: 0o755 });
  const sshd = spawn(SSHD, ['-D', '-e', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  sshd.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = once(sshd, 'exit');
  async function stop(): Promise<void> {
    sshd.kill('SIGKILL');
    await ended;
  }
  try {
    await until('sshd answers', () => {
      if (sshd.exitCode !== null) throw new Error('sshd exited');
      return answers(endpoint);
    });
  } catch (cause) {
    sshd.kill('SIGKILL');
    throw new Error(`sshd did not start: ${output}`, { cause });
  }
  return stop;
}
