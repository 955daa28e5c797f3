import {
  lutimes,
  mkdir,
  readdir,
  readFile,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import { writeLaunchFile } from './launch-file.ts';

const HOUR_MS = 3_600_000;
const NOW = 1_800_000_000_000;
/** In s, as files have it. */
const LONG_AGO = NOW / 1_000 - 86_400;
const OURS = /^ours-[0-9]\.yaml$/;

/** A folder with these files, each as old as told, in ms. */
async function folderWith(ages: Readonly<Record<string, number>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, age] of Object.entries(ages)) {
    await writeFile(join(folder, name), name);
    const seconds = (NOW - age) / 1_000;
    await utimes(join(folder, name), seconds, seconds);
  }
  return folder;
}

function write(folder: string, name: string): Promise<void> {
  return writeLaunchFile({ path: join(folder, name), content: 'new', ours: OURS }, NOW);
}

test('what was written for earlier launches is cleared away, and nothing else', async () => {
  const folder = await folderWith({
    'ours-1.yaml': 2 * HOUR_MS,
    'ours-2.yaml': 2 * HOUR_MS,
    'ours-x.yaml': 2 * HOUR_MS,
    'theirs.yaml': 2 * HOUR_MS,
  });
  // Cannot be removed, which is no reason not to start a terminal.
  await mkdir(join(folder, 'ours-3.yaml'));
  await utimes(join(folder, 'ours-3.yaml'), LONG_AGO, LONG_AGO);
  await write(folder, 'ours-2.yaml');
  expect((await readdir(folder)).toSorted()).toEqual([
    ...['ours-2.yaml', 'ours-3.yaml', 'ours-x.yaml', 'theirs.yaml'],
  ]);
  expect(await readFile(join(folder, 'ours-2.yaml'), 'utf8')).toBe('new');
});

test('one that a terminal may be about to read stays', async () => {
  const folder = await folderWith({ 'ours-1.yaml': HOUR_MS - 1_000 });
  await write(folder, 'ours-2.yaml');
  expect(await readdir(folder)).toContain('ours-1.yaml');
});

// Windows lets few people make links.
test.runIf(process.platform !== 'win32')(
  'a link of such a name goes, what it leads to stays',
  async () => {
    const folder = await folderWith({ 'theirs.yaml': 2 * HOUR_MS });
    const link = join(folder, 'ours-1.yaml');
    await symlink(join(folder, 'theirs.yaml'), link);
    await lutimes(link, LONG_AGO, LONG_AGO);
    await write(folder, 'ours-2.yaml');
    expect((await readdir(folder)).toSorted()).toEqual(['ours-2.yaml', 'theirs.yaml']);
  },
);

test('only the user may read it, in a folder that is made', async () => {
  const folder = join(await temporaryFolder(), 'deep', 'er');
  await write(folder, 'ours-2.yaml');
  const { mode } = await stat(join(folder, 'ours-2.yaml'));
  if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o600);
});
