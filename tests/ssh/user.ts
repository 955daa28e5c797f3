import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import type { SshVm } from '../../src/core/ssh/host.ts';
import { openSsh } from '../../src/core/ssh/index.ts';
import { type KeyPair, makeKey } from './host-keys.ts';

/** A user with a temporary home folder, the app's SSH setup, and the real ssh. */
export async function makeUser(name = 'home', clock = systemClock) {
  // Short: with a longer path, no socket of a shared connection has room beside the config.
  const folder = await mkdtemp(join(tmpdir(), 'u'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const home = join(folder, name);
  const dotSsh = join(home, '.ssh');
  await mkdir(dotSsh, { recursive: true, mode: 0o700 });
  const config = join(dotSsh, 'config');
  const ours = join(home, '.config', 'GPU Tray', 'ssh');
  const configFile = join(dotSsh, 'gpu-tray', 'config');
  const { platform, env } = process;
  const places = { folder: ours, configFile, home, accountHome: userInfo().homedir, platform };
  let prefix = 'gpu';
  let key: KeyPair | undefined;
  const ports = { env, clock, log: silentLog, prefix: () => prefix };
  const ssh = openSsh({ places, ...ports });
  const withConfig = ['-F', config];

  const updateWith =
    ({ hosts }: typeof ssh) =>
    (vms: readonly SshVm[], gone: readonly { accountId: string; vmId: string }[] = []) =>
      hosts.update({ vms, gone, accountIds: ['a', 'b'] });

  /** The settings that `ssh -G` prints for these arguments, by line. */
  function answer(args: readonly string[]): readonly string[] {
    const { status, stdout, stderr } = spawnSync('ssh', ['-G', ...args], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`ssh -G ${args.join(' ')}: ${stderr}`);
    return stdout.split('\n');
  }

  /** Standard output and exit code of `ssh -G` for each name. One program of ours starts all, which takes less time. */
  function settingsOfAll(names: readonly string[]): readonly string[] {
    const each = `ssh -G -F "$0" -- "$name" 2>/dev/null; printf 'exit code %s\\0' $?`;
    const args = ['-c', `for name; do ${each}; done`, config, ...names];
    const { stdout } = spawnSync('/bin/sh', args, { encoding: 'utf8' });
    const answers = stdout.split('\0').slice(0, -1);
    if (answers.length !== names.length) throw new Error(`${answers.length} of ${names} answered`);
    return answers;
  }

  /** Runs ssh without prompts. */
  function run(args: readonly string[]) {
    const quiet = ['-o', 'BatchMode=yes', '-o', 'ConnectTimeout=60', ...args];
    const { status, stdout, stderr } = spawnSync('ssh', quiet, { encoding: 'utf8' });
    return { status, stdout, stderr };
  }

  return {
    folder,
    home,
    ours,
    dotSsh,
    configFile,
    config,
    setPrefix: (next: string) => {
      prefix = next;
    },
    get key() {
      key ??= makeKey(folder, 'user_key');
      return key;
    },
    ssh,
    hosts: ssh.hosts,
    include: ssh.include,
    knownHosts: ssh.knownHosts,
    /** The same user with another app folder. */
    withFolder: (other: string) =>
      openSsh({
        places: { ...places, folder: other, configFile: join(other, 'config') },
        ...ports,
      }),
    update: updateWith(ssh),
    /** The same on a computer without ssh, which starts no program for each host. Their host keys are checked strictly. */
    updateUnasked: updateWith(openSsh({ places, ...ports, isProgram: () => false })),
    run,
    /** `ssh <alias> <command>`. */
    login: (alias: string, ...command: readonly string[]) =>
      run([...withConfig, alias, ...command]),
    /** The exit code of `ssh -O`: 0 where a shared connection is open. */
    control: (alias: string, what: 'check' | 'exit') =>
      run([...withConfig, '-O', what, alias]).status,
    answer,
    settingsOfAll,
    /** The settings that `ssh -G` prints for an alias, by line. */
    settings: (alias: string) => answer([...withConfig, '--', alias]),
  };
}

export type User = Awaited<ReturnType<typeof makeUser>>;
