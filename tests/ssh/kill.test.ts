import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeVm } from './make-vm.ts';
import { makeUser, type User } from './user.ts';

const FORGE = 'Host forge\n    HostName forge.example\n    User git\n';
const PINNED = 'gpu-tray-vm-one ssh-ed25519 AAAA\n';

/** In this process. */
const ACTIONS = {
  move: ({ hosts }: User) => hosts.load(),
  add: ({ include }: User) => include.add(),
  remove: ({ include }: User) => include.remove(),
};

/** In a process of its own. @param copiesOrNumber a folder for copies of the home folder before each change, or before which to kill it */
function run({ ssh }: User, what: keyof typeof ACTIONS, copiesOrNumber: string | number) {
  const program = join(import.meta.dirname, 'dying-user.ts');
  const args = [program, JSON.stringify(ssh.places), what, `${copiesOrNumber}`];
  const { signal, status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { signal, status, stderr };
}

/** Each file of a folder with its text, without unfinished ones, whose names are random. */
async function filesIn(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length), await readFile(path, 'latin1')] as const;
    }),
  );
}

/**
 * Whatever a killed process leaves behind: the files as they were before each change, since the system releases its locks. One real
 * kill shows it. @param expectSafe after each kill, and at the end
 */
async function killAtEachStep(
  user: User,
  what: keyof typeof ACTIONS,
  expectSafe: () => Promise<void>,
): Promise<void> {
  const { home } = user;
  const copies = await mkdtemp(join(user.folder, 'copies-'));
  const before = join(copies, 'before');
  await cp(home, before, { recursive: true });
  const restore = async (from: string) => {
    await rm(home, { recursive: true });
    await cp(from, home, { recursive: true });
  };
  expect(run(user, what, copies)).toEqual({ signal: null, status: 0, stderr: '' });
  await expectSafe();
  const end = await filesIn(home);
  const count = (await readdir(copies)).length - 1;
  expect(count).toBeGreaterThan(2);
  for (let n = 0; n < count; n += 1) {
    await restore(join(copies, `${n}`));
    await expectSafe();
    // The next run ends what the killed one began.
    if (n % 8 === 0) {
      await ACTIONS[what](user);
      await expectSafe();
    }
  }
  const middle = Math.floor(count / 2);
  await restore(before);
  expect(run(user, what, middle)).toMatchObject({ signal: 'SIGKILL' });
  expect(await filesIn(home)).toEqual(await filesIn(join(copies, `${middle}`)));
  await ACTIONS[what](user);
  expect(await filesIn(home)).toEqual(end);
}

test('a kill while short names are turned on or off leaves a config that ssh reads', async () => {
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
  await killAtEachStep(user, 'remove', expectSafe);
  expect(await readFile(user.config, 'utf8')).toBe(FORGE);
  await killAtEachStep(user, 'add', expectSafe);
  expect(await readFile(user.config, 'utf8')).toBe(added);
  expect(user.settings('gpu-one')).toContain('hostname 127.20.0.1');
});

test('a kill while the files of an earlier version are moved loses no pinned key', async () => {
  const user = await makeUser();
  await writeFile(user.config, FORGE);
  await user.update([makeVm('one')]);
  await user.include.add();
  const old = dirname(user.configFile);
  await rename(join(user.ours, 'hosts.json'), join(old, 'hosts.json'));
  await rm(user.ours, { recursive: true });
  await writeFile(join(old, 'known_hosts'), PINNED);
  await writeFile(join(old, 'include.lock'), '');
  const text = (await readFile(user.configFile, 'utf8')).replace(
    /UserKnownHostsFile .*known_hosts.*/g,
    `UserKnownHostsFile ${old}/known_hosts`,
  );
  await writeFile(user.configFile, text);
  await writeFile(`${user.config}.before-gpu-tray`, FORGE);
  const before = user.settings('forge');

  await killAtEachStep(user, 'move', async () => {
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
});
