import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import { userAliases } from './user-aliases.ts';

const MKFIFO = 'mkfifo';

const aliasesOf = (home: string, accountHome = home) => {
  const folder = join(home, '.ssh', 'gpu-tray');
  return [
    ...userAliases({
      folder,
      configFile: join(folder, 'config'),
      home,
      accountHome,
      platform: process.platform,
    }),
  ].toSorted();
};

async function namesIn(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const home = await temporaryFolder();
  await mkdir(join(home, '.ssh', 'config.d'), { recursive: true });
  for (const [name, text] of Object.entries(files))
    await writeFile(join(home, '.ssh', name), text.replaceAll('HOME', home));
  return aliasesOf(home);
}

test('every name of a Host line is defined, however it is written', async () => {
  const config = 'Host gpu-a "gpu-b"\r\n  HostName x\n\thost=gpu-c # gpu-d\n#Host gpu-e\n';
  expect(await namesIn({ config })).toEqual(['gpu-a', 'gpu-b', 'gpu-c']);
});

test('a carriage return within a line is white space, as in ssh', async () => {
  const config = 'Host gpu-b\rgpu-c\r\n';
  expect(await namesIn({ config })).toEqual(['gpu-b', 'gpu-c']);
});

test('a pattern defines no alias', async () => {
  const names = await namesIn({ config: 'Host gpu-* gpu-? !gpu-x\n' });
  expect(names.filter((name) => /^[a-z0-9-]+$/.test(name))).toEqual([]);
});

test.each(['config.d/*', '~/.ssh/config.d/*.conf', 'HOME/.ssh/config.d/one.conf'])(
  'names in the files of Include %s are defined',
  async (pattern) => {
    const config = `Include "${pattern}" missing\nHost gpu-a\n`;
    const included = 'Include config\nHost gpu-b\n';
    expect(await namesIn({ config, 'config.d/one.conf': included })).toEqual(['gpu-a', 'gpu-b']);
  },
);

test('no file, a folder and a pipe define nothing', async () => {
  expect(await namesIn({})).toEqual([]);
  const home = await temporaryFolder();
  await mkdir(join(home, '.ssh', 'config'), { recursive: true });
  expect(aliasesOf(home)).toEqual([]);
  if (process.platform === 'win32') return;
  const other = await temporaryFolder();
  await mkdir(join(other, '.ssh'));
  execFileSync(MKFIFO, [join(other, '.ssh', 'config')]);
  expect(aliasesOf(other)).toEqual([]);
});

test('our config, which theirs includes, defines none of theirs', async () => {
  const folder = await temporaryFolder();
  const [home, link] = [join(folder, 'home'), join(folder, 'link')];
  await mkdir(join(home, '.ssh', 'gpu-tray'), { recursive: true });
  await symlink(home, link);
  await writeFile(join(home, '.ssh', 'gpu-tray', 'config'), 'Host gpu-a\n');
  await writeFile(join(home, '.ssh', 'config'), 'Include gpu-tray/*\nHost gpu-b\n');
  expect([aliasesOf(home), aliasesOf(link, home)]).toEqual([['gpu-b'], ['gpu-b']]);
});
