import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { boundedRun } from '../../src/core/bounded-run.ts';
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import type { SshVm } from '../../src/core/ssh/host.ts';
import { createSshHosts } from '../../src/core/ssh/hosts/index.ts';
import { createUserInclude } from '../../src/core/ssh/include/index.ts';
import { createKnownHosts } from '../../src/core/ssh/known-hosts/index.ts';
import { askSsh, configArguments, systemSshTools } from '../../src/core/ssh/tools/index.ts';
import { makeKey } from './host-keys.ts';

const RUN_MS = 15_000;

/** Somebody with a home of their own, GPU Tray's ssh rooms put together as the app does it, and the real ssh. */
export async function makeUser(name = 'home') {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-ssh-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const home = join(folder, name);
  const ssh = join(home, '.ssh');
  await mkdir(ssh, { recursive: true, mode: 0o700 });
  const homes = { home, accountHome: userInfo().homedir };
  const ours = join(ssh, 'gpu-tray');
  const tools = systemSshTools(process.env);
  const run = boundedRun(process.env, RUN_MS);
  const args = configArguments(homes);
  const ask = askSsh(tools, run, args);
  const { platform } = process;
  const knownHosts = createKnownHosts({
    file: join(ours, 'known_hosts'),
    tools,
    run,
    log: silentLog,
  });
  const common = { folder: ours, ...homes, platform, clock: systemClock, ask };
  const hosts = createSshHosts({ ...common, log: silentLog, tools, run, knownHosts });
  const uid = process.getuid?.() ?? null;
  const includeOptions = { ...common, lockFile: join(ours, 'include.lock'), uid };
  return {
    folder,
    home,
    ours,
    config: join(ssh, 'config'),
    key: makeKey(folder, 'user_key'),
    hosts,
    includeOptions,
    include: createUserInclude(includeOptions),
    knownHosts,
    ask,
    hear: (vms: readonly SshVm[], gone: readonly { accountId: string; vmId: string }[] = []) =>
      hosts.update({ vms, gone, accountIds: ['a', 'b'] }),
    /** `ssh <alias> <command>`, as the user types it, but that nobody answers a question. */
    login(alias: string, ...command: readonly string[]) {
      const words = [...args, '-o', 'BatchMode=yes', '-o', 'ConnectTimeout=10', alias, ...command];
      const { status, stdout, stderr } = spawnSync('ssh', words, { encoding: 'utf8' });
      return { status, stdout, stderr };
    },
    /** All that ssh would do for a name, line by line. */
    settings(alias: string): readonly string[] {
      const { status, stdout, stderr } = spawnSync('ssh', [...args, '-G', '--', alias], {
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`ssh -G ${alias}: ${stderr}`);
      return stdout.split('\n');
    },
  };
}

export type User = Awaited<ReturnType<typeof makeUser>>;
