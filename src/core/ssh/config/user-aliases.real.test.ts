import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import { userAliases } from './user-aliases.ts';

const MKFIFO = 'mkfifo';

async function namesIn(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const home = await temporaryFolder();
  await mkdir(join(home, '.ssh', 'config.d'), { recursive: true });
  for (const [name, text] of Object.entries(files))
    await writeFile(join(home, '.ssh', name), text.replaceAll('HOME', home));
  return [...userAliases({ home, accountHome: home })].toSorted();
}

test('every name of a Host line is defined, however it is written', async () => {
  const config = 'Host gpu-a "gpu-b"\r\n  HostName x\n\thost=gpu-c # gpu-d\n#Host gpu-e\n';
  expect(await namesIn({ config })).toEqual(['gpu-a', 'gpu-b', 'gpu-c']);
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
  expect([...userAliases({ home, accountHome: home })]).toEqual([]);
  if (process.platform === 'win32') return;
  const other = await temporaryFolder();
  await mkdir(join(other, '.ssh'));
  execFileSync(MKFIFO, [join(other, '.ssh', 'config')]);
  expect([...userAliases({ home: other, accountHome: other })]).toEqual([]);
});
