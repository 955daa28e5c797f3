import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeVm } from './make-vm.ts';
import { makeUser } from './user.ts';

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
  // Other forms of a config are in own-config.test.ts.
  test('in an SSH config that does not exist', async () => {
    const user = await makeUser('ho me');
    await user.update([makeVm('one')]);
    await user.include.add();
    expect(user.settings('gpu-one')).toContain('hostname 127.20.0.1');
    await user.include.remove();
    expect(await user.include.state()).toBe('absent');
  });

  test('from a folder of any name', async () => {
    const user = await makeUser('ho me');
    for (const name of ['~a 100% $x', "[x]*?{y} it's #1 é"]) {
      const folder = join(user.home, name);
      await mkdir(folder);
      const { include } = user.withFolder(folder);
      expect([name, await include.add()]).toEqual([name, true]);
      expect([name, await include.state()]).toEqual([name, 'active']);
      await include.remove();
      expect(existsSync(user.config)).toBe(false);
    }
  });
});
