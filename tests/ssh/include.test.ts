import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeVm } from './make-vm.ts';
import { makeUser } from './user.ts';

const THEIRS = 'Host *\n    User bob\n    Port 2022\nHost other\n    HostName 192.0.2.9\n';
const LONG = Array.from({ length: 40_000 }, (_, n) => `Host h${n}\n    HostName 192.0.2.9\n`);

test('an Include below another line does not protect; at the top it does', async () => {
  const user = await makeUser();
  await user.update([makeVm('one')]);
  const pasted = `StrictHostKeyChecking no\nInclude ${user.configFile}\n`;
  await writeFile(user.config, pasted);
  expect(await user.include.state()).toBe('absent');
  expect(user.settings('gpu-one')).toContain('stricthostkeychecking false');
  await user.include.add();
  expect(await user.include.state()).toBe('active');
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
    await user.update([makeVm('one')]);
    expect(await user.include.state()).toBe('absent');
    await user.include.add();
    expect(await user.include.state()).toBe('active');
    expect(user.settings('gpu-one')).toContain('hostname 127.20.0.1');
    await user.include.remove();
    expect(await user.include.state()).toBe('absent');
    if (text !== null) expect(await readFile(user.config, 'utf8')).toBe(text);
  });

  test('through a symbolic link into a dotfiles folder', async () => {
    const user = await makeUser('ho me');
    const target = join(user.home, 'dotfiles');
    await writeFile(target, THEIRS);
    await symlink('../dotfiles', user.config);
    await user.update([makeVm('one')]);
    await user.include.add();
    expect(await user.include.state()).toBe('active');
    await user.include.remove();
    expect(await readFile(target, 'utf8')).toBe(THEIRS);
  });

  test.each(['plain', 'a b', '[x]*?{y}', '100% $x', "it's #1", '~a', 'é'])(
    'from a folder named %j',
    async (name) => {
      const user = await makeUser('ho me');
      const folder = join(user.home, name);
      await mkdir(folder);
      const { include } = user.withFolder(folder);
      expect(await include.add()).toMatchObject({ outcome: 'done' });
      expect(await include.state()).toBe('active');
      await include.remove();
      expect(existsSync(user.config)).toBe(false);
    },
  );
});
