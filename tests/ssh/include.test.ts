import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeVm } from './make-vm.ts';
import { makeUser } from './user.ts';

const THEIRS = 'Host *\n    User bob\n    Port 2022\nHost other\n    HostName 192.0.2.9\n';
const LONG = Array.from({ length: 40_000 }, (_, n) => `Host h${n}\n    HostName 192.0.2.9\n`);

test('an Include below another line does not protect; at the top it does', async () => {
  const user = await makeUser();
  const [host] = await user.update([makeVm('one')]);
  if (host === undefined) throw new Error('no host was written');
  const pasted = `StrictHostKeyChecking no\nInclude ${join(user.ours, 'config')}\n`;
  await writeFile(user.config, pasted);
  expect([await user.include.check(host), user.include.state()]).toEqual([true, 'notFirst']);
  expect(user.settings('gpu-one')).toContain('stricthostkeychecking false');
  await user.include.add();
  expect(user.include.state()).toBe('active');
  expect(user.settings('gpu-one')).toContain('stricthostkeychecking accept-new');
});

describe('ssh finds our hosts by the Include', () => {
  test.each([
    ['with Host * first', THEIRS],
    ['with CRLF', THEIRS.replaceAll('\n', '\r\n')],
    ['without a final newline', THEIRS.trimEnd()],
    ['with another Include', `Include other/config\n${THEIRS}`],
    ['of 2 MB', LONG.join('').slice(0, 2_000_000)],
    ['that does not exist', null],
  ])('in an SSH config %s', async (_, text) => {
    const user = await makeUser('ho me');
    if (text !== null) await writeFile(user.config, text);
    const [host] = await user.update([makeVm('one')]);
    if (host === undefined) throw new Error('no host was written');
    if (text !== null) expect(await user.include.check(host)).toBe(false);
    await user.include.add();
    expect(await user.include.check(host)).toBe(true);
    expect(user.settings('gpu-one')).toContain('hostname 127.20.0.1');
    await user.include.remove();
    if (text === null) expect(await user.include.check(host)).toBeNull();
    else expect(await readFile(user.config, 'utf8')).toBe(text);
  });

  test('through a symbolic link into a dotfiles folder', async () => {
    const user = await makeUser('ho me');
    const target = join(user.home, 'dotfiles');
    await writeFile(target, THEIRS);
    await symlink('../dotfiles', user.config);
    const [host] = await user.update([makeVm('one')]);
    if (host === undefined) throw new Error('no host was written');
    await user.include.add();
    expect(await user.include.check(host)).toBe(true);
    await user.include.remove();
    expect(await readFile(target, 'utf8')).toBe(THEIRS);
  });

  test.each(['plain', 'a b', '[x]*?{y}', '100% $x', "it's #1", '~a', 'é'])(
    'from a folder named %j',
    async (name) => {
      const user = await makeUser('ho me');
      const folder = join(user.home, name);
      await mkdir(folder);
      await writeFile(join(folder, 'config'), 'Host gpu-x\n    HostName 127.20.0.1\n');
      const { include } = user.withFolder(folder);
      expect(await include.add()).toMatchObject({ outcome: 'done' });
      expect(include.state()).toBe('active');
      expect(user.settings('gpu-x')).toContain('hostname 127.20.0.1');
      expect(include.preview().before[1]).toBe(include.preview().lines[1]);
      await include.remove();
      expect(existsSync(user.config)).toBe(false);
    },
  );
});

test('state agrees with what ssh does', async () => {
  const user = await makeUser('ho me');
  await user.include.add();
  const line = (await readFile(user.config, 'latin1')).split('\n')[1] ?? '';
  const [, path = ''] = /^Include "?(.*?)"?$/.exec(line) ?? [];
  const [host] = await user.update([makeVm('one')]);
  if (host === undefined) throw new Error('no host was written');
  const pieces = [
    line,
    line,
    line.toUpperCase().replace(/".*/, () => `"${path}"`),
    `include="${path}"`,
    `  Include  nowhere "${path}"`,
    `Include ${path.replaceAll(' ', '\\ ')}`,
    `# ${line}`,
    `Include "${path}2"`,
    `"Include" "${path}"`,
    `Include "${path}" # why`,
    'Host other',
    'Host *',
    ' Match host other',
    'host=other',
    '"Host" other',
    'Match all',
    'Port 22',
    '',
    '#',
    'SetEnv A=Include',
  ];
  const seen = { active: 0, notFirst: 0, absent: 0, unknown: 0 };
  const text = fc
    .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom('\n', '\r\n')), { maxLength: 6 })
    .map((lines) => lines.flat().join(''));
  await fc.assert(
    fc.asyncProperty(text, async (bytes) => {
      await writeFile(user.config, bytes, 'latin1');
      const state = user.include.state();
      seen[state] += 1;
      const check = await user.include.check(host);
      // Below `Host *`, `Match all` or a plain line ssh reads it too, unless an earlier value wins.
      if (state !== 'notFirst') expect([bytes, check]).toEqual([bytes, state === 'active']);
    }),
    { numRuns: 80 },
  );
  const { unknown, ...known } = seen;
  expect(unknown).toBe(0);
  expect(Math.min(...Object.values(known))).toBeGreaterThan(3);
});
