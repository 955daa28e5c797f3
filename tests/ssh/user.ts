import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import type { SshVm } from '../../src/core/ssh/host.ts';
import { openSsh, systemUid } from '../../src/core/ssh/index.ts';
import { makeKey } from './host-keys.ts';

/** Somebody with a home of their own, GPU Tray's ssh as the app has it, and the real ssh. */
export async function makeUser(name = 'home') {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-ssh-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const home = join(folder, name);
  const dotSsh = join(home, '.ssh');
  await mkdir(dotSsh, { recursive: true, mode: 0o700 });
  const config = join(dotSsh, 'config');
  const ours = join(dotSsh, 'gpu-tray');
  const { platform, env } = process;
  const places = { folder: ours, home, accountHome: userInfo().homedir, platform };
  const ports = { env, uid: systemUid(), clock: systemClock, log: silentLog };
  const ssh = openSsh({ places, ...ports });
  const args = ['-F', config];

  /** All that ssh would do for these words, line by line. */
  function answer(words: readonly string[]): readonly string[] {
    const { status, stdout, stderr } = spawnSync('ssh', ['-G', ...words], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`ssh -G ${words.join(' ')}: ${stderr}`);
    return stdout.split('\n');
  }

  /** ssh as it is typed, but that nobody answers a question. A connection that stays open has our ends of pipes: they are not waited for. */
  function run(words: readonly string[]) {
    const asked = ['-o', 'BatchMode=yes', '-o', 'ConnectTimeout=10', ...words];
    const { status, stdout, stderr } = spawnSync('ssh', asked, { encoding: 'utf8' });
    return { status, stdout, stderr };
  }

  return {
    folder,
    home,
    ours,
    config,
    key: makeKey(folder, 'user_key'),
    ssh,
    hosts: ssh.hosts,
    include: ssh.include,
    knownHosts: ssh.knownHosts,
    /** The same user's ssh with another folder of ours. */
    withFolder: (other: string) => openSsh({ places: { ...places, folder: other }, ...ports }),
    hear: (vms: readonly SshVm[], gone: readonly { accountId: string; vmId: string }[] = []) =>
      ssh.hosts.update({ vms, gone, accountIds: ['a', 'b'] }),
    run,
    /** `ssh <alias> <command>`, as the user types it. */
    login: (alias: string, ...command: readonly string[]) => run([...args, alias, ...command]),
    /** What `ssh -O` ends with: 0 where a connection for the name is kept open. */
    control: (alias: string, what: 'check' | 'exit') => run([...args, '-O', what, alias]).status,
    answer,
    /** All that ssh would do for a name. */
    settings: (alias: string) => answer([...args, '--', alias]),
  };
}

export type User = Awaited<ReturnType<typeof makeUser>>;
