import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeVm } from './make-vm.ts';
import { makeUser, type User } from './user.ts';

const FORGE = 'Host forge\n    HostName forge.example\n    User git\n';
const PINNED = 'gpu-tray-vm-one ssh-ed25519 AAAA\n';

/** @returns whether it was killed before its n-th change of a file */
function isKilled(user: User, what: 'move' | 'add' | 'remove', n: number): boolean {
  const program = join(import.meta.dirname, 'dying-user.ts');
  const args = [program, JSON.stringify(user.ssh.places), what, `${n}`];
  const { signal, status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (signal === 'SIGKILL') return true;
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return false;
}

/** Kills it at each step, each time from the start. @param expectSafe right after each kill, and at the end */
async function killAtEachStep(
  user: User,
  what: 'move' | 'add' | 'remove',
  start: () => Promise<void>,
  expectSafe: () => Promise<void>,
): Promise<void> {
  let n = 0;
  for (let isOver = false; !isOver; n += 1) {
    await start();
    isOver = !isKilled(user, what, n);
    await expectSafe();
    // The next run ends what the killed one began.
    if (!isOver && n % 4 === 0) {
      expect(isKilled(user, what, -1)).toBe(false);
      await expectSafe();
    }
  }
  expect(n).toBeGreaterThan(3);
}

const TIMEOUT = { timeout: 600_000 };

test(
  'a kill while short names are turned on or off leaves a config that ssh reads',
  TIMEOUT,
  async () => {
    const user = await makeUser();
    await writeFile(user.config, FORGE);
    await user.update([makeVm('one')]);
    const before = user.settings('forge');
    await user.include.add();
    const added = await readFile(user.config, 'utf8');
    const expectSafe = async () => {
      expect(user.settings('forge')).toEqual(before);
      expect([FORGE, added]).toContain(await readFile(user.config, 'utf8'));
      expect(await readFile(join(user.ours, 'config.before-gpu-tray'), 'utf8')).toBe(FORGE);
    };
    await killAtEachStep(user, 'remove', () => writeFile(user.config, added), expectSafe);
    expect(await readFile(user.config, 'utf8')).toBe(FORGE);
    await killAtEachStep(user, 'add', () => writeFile(user.config, FORGE), expectSafe);
    expect(await readFile(user.config, 'utf8')).toBe(added);
    expect(user.settings('gpu-one')).toContain('hostname 127.20.0.1');
  },
);

test(
  'a kill while the files of an earlier version are moved loses no pinned key',
  TIMEOUT,
  async () => {
    const user = await makeUser();
    await writeFile(user.config, FORGE);
    await user.update([makeVm('one')]);
    await user.include.add();
    const old = dirname(user.configFile);
    const earlier = join(user.folder, 'earlier');
    await mkdir(earlier);
    await rename(join(user.ours, 'hosts.json'), join(earlier, 'hosts.json'));
    await writeFile(join(earlier, 'known_hosts'), PINNED);
    await writeFile(join(earlier, 'include.lock'), '');
    const text = (await readFile(user.configFile, 'utf8')).replace(
      /UserKnownHostsFile .*known_hosts.*/g,
      `UserKnownHostsFile ${old}/known_hosts`,
    );
    await writeFile(join(earlier, 'config'), text);
    const before = user.settings('forge');

    async function start(): Promise<void> {
      for (const folder of [old, user.ours]) await rm(folder, { recursive: true, force: true });
      await mkdir(old, { mode: 0o700 });
      for (const name of await readdir(earlier))
        await copyFile(join(earlier, name), join(old, name));
      await writeFile(`${user.config}.before-gpu-tray`, FORGE);
    }

    await killAtEachStep(user, 'move', start, async () => {
      expect(user.settings('forge')).toEqual(before);
      const settings = user.settings('gpu-one');
      expect(settings).toContain('hostname 127.20.0.1');
      const [, known = ''] = /^userknownhostsfile (.*)$/m.exec(settings.join('\n')) ?? [];
      expect(await readFile(known, 'utf8')).toBe(PINNED);
    });
    expect(await readdir(old)).toEqual(['config']);
    expect(await readdir(user.dotSsh)).toEqual(['config', 'gpu-tray']);
    expect((await readdir(user.ours)).filter((name) => !/^\.|lock$/.test(name)).sort()).toEqual([
      'config.before-gpu-tray',
      'hosts.json',
      'known_hosts',
    ]);
  },
);
