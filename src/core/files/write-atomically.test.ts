import { lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startProgram } from './testing/program.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { writeAtomically } from './write-atomically.ts';

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

describe('writeAtomically', () => {
  test('creates the file and its folders for their owner alone', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'GPU Tray', 'deeper', 'settings.json');
    await writeAtomically(path, 'ünïcode\n');
    expect(await readFile(path, 'utf8')).toBe('ünïcode\n');
    expect(await modeOf(path)).toBe(0o600);
    expect(await modeOf(join(folder, 'GPU Tray'))).toBe(0o700);
    expect(await modeOf(join(folder, 'GPU Tray', 'deeper'))).toBe(0o700);
  });

  test('leaves the mode of a folder that is there', async () => {
    const folder = join(await temporaryFolder(), 'open');
    await mkdir(folder, { mode: 0o755 });
    await writeAtomically(join(folder, 'file'), '');
    expect(await modeOf(folder)).toBe(0o755);
  });

  test('replaces the content whole, also by a shorter one, and closes a file that was open to others', async () => {
    const path = join(await temporaryFolder(), 'file');
    await writeFile(path, 'a long old content', { mode: 0o644 });
    await writeAtomically(path, 'new');
    expect(await readFile(path, 'utf8')).toBe('new');
    expect(await modeOf(path)).toBe(0o600);
  });

  test('takes another mode where one is asked for', async () => {
    const path = join(await temporaryFolder(), 'file');
    await writeAtomically(path, '', 0o644);
    expect(await modeOf(path)).toBe(0o644);
  });

  test('leaves nothing beside the file, however many write at once, and one of them has won', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'file');
    const contents = Array.from({ length: 20 }, (_, index) => `${index}`.repeat(5_000));
    await Promise.all(contents.map((content) => writeAtomically(path, content)));
    expect(await readdir(folder)).toEqual(['file']);
    expect(contents).toContain(await readFile(path, 'utf8'));
  });

  test('puts a file in the place of a symbolic link, and leaves what it pointed to', async () => {
    const folder = await temporaryFolder();
    const [path, target] = [join(folder, 'link'), join(folder, 'target')];
    await writeFile(target, 'target');
    await symlink(target, path);
    await writeAtomically(path, 'new');
    expect((await lstat(path)).isFile()).toBe(true);
    expect(await readFile(path, 'utf8')).toBe('new');
    expect(await readFile(target, 'utf8')).toBe('target');
  });

  test('fails with the reason and leaves nothing behind where the file cannot be replaced', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a-folder');
    await mkdir(path);
    await expect(writeAtomically(path, 'new')).rejects.toMatchObject({ code: 'EISDIR' });
    expect(await readdir(folder)).toEqual(['a-folder']);
  });

  test('fails where the folder is a file', async () => {
    const path = join(await temporaryFolder(), 'file');
    await writeFile(path, 'a file');
    await expect(writeAtomically(join(path, 'inside'), '')).rejects.toMatchObject({
      code: expect.stringMatching(/^E(NOTDIR|EXIST)$/),
    });
    expect(await readFile(path, 'utf8')).toBe('a file');
  });
});

describe('when the disk takes only the beginning', () => {
  // A limit on the size of files makes the kernel write a part and then refuse, as a full disk does, and needs no rights.
  const KIB = 1024;

  async function writeBytes(bytes: number) {
    const folder = await temporaryFolder();
    const path = join(folder, 'file');
    await writeFile(path, 'old');
    const writer = startProgram(
      new URL('./testing/write-and-say.ts', import.meta.url),
      [path, String(bytes)],
      { largestFile: 16 * KIB },
    );
    const said = await writer.nextLine();
    const content = await readFile(path, 'utf8');
    return { said, content, files: await readdir(folder) };
  }

  test('says so, keeps the old content and takes the unfinished file away', async () => {
    const { said, content, files } = await writeBytes(40 * KIB);
    expect(said).toBe('EFBIG');
    expect(content).toBe('old');
    expect(files).toEqual(['file']);
  });

  test('writes what just fits', async () => {
    const { said, content } = await writeBytes(16 * KIB);
    expect(said).toBe('written');
    expect(content).toHaveLength(16 * KIB);
  });
});
