import { lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startProgram } from './testing/program.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { removeLeftovers, writeAtomically } from './write-atomically.ts';

const commands = new URL('./testing/file-commands.ts', import.meta.url);

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

describe('writeAtomically', () => {
  test('creates the file and its folders for the owner alone', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'GPU Tray', 'deeper', 'settings.json');
    await writeAtomically(path, 'ünïcode\n');
    expect(await readFile(path, 'utf8')).toBe('ünïcode\n');
    expect(await modeOf(path)).toBe(0o600);
    expect(await modeOf(join(folder, 'GPU Tray'))).toBe(0o700);
    expect(await modeOf(join(folder, 'GPU Tray', 'deeper'))).toBe(0o700);
  });

  test('replaces the whole content, and the mode by 0600', async () => {
    const path = join(await temporaryFolder(), 'file');
    await writeFile(path, 'a long old content', { mode: 0o644 });
    await writeAtomically(path, 'new');
    expect(await readFile(path, 'utf8')).toBe('new');
    expect(await modeOf(path)).toBe(0o600);
  });

  test('sets exactly the given mode', async () => {
    const path = join(await temporaryFolder(), 'file');
    await writeAtomically(path, '', 0o666);
    expect(await modeOf(path)).toBe(0o666);
  });

  test('writes only if the last check allows it', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'file');
    await writeFile(path, 'old');
    expect(await writeAtomically(path, 'new', 0o600, () => false)).toBe(false);
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await writeAtomically(path, 'new', 0o600, () => true)).toBe(true);
    expect(await readFile(path, 'utf8')).toBe('new');
    expect(await readdir(folder)).toEqual(['file']);
  });

  test('leaves one of the contents and nothing else after concurrent writes', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'file');
    const contents = Array.from({ length: 20 }, (_, index) => `${index}`.repeat(5_000));
    await Promise.all(contents.map((content) => writeAtomically(path, content)));
    expect(await readdir(folder)).toEqual(['file']);
    expect(contents).toContain(await readFile(path, 'utf8'));
  });

  test('follows a symbolic link to a file', async () => {
    const [folder, elsewhere] = [await temporaryFolder(), await temporaryFolder()];
    const [path, target] = [join(folder, 'link'), join(elsewhere, 'target')];
    await writeFile(target, 'old');
    await symlink(target, path);
    await writeAtomically(path, 'new');
    expect((await lstat(path)).isSymbolicLink()).toBe(true);
    expect(await readFile(target, 'utf8')).toBe('new');
    expect(await readdir(elsewhere)).toEqual(['target']);
  });

  test('throws and leaves nothing behind when the file cannot be replaced', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a-folder');
    await mkdir(path);
    await expect(writeAtomically(path, 'new')).rejects.toMatchObject({ code: 'EISDIR' });
    expect(await readdir(folder)).toEqual(['a-folder']);
  });
});

describe('removeLeftovers', () => {
  test('deletes what killed writers left behind, after a minute', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'settings.json');
    const writer = startProgram(commands, ['write', path, String(50 * 1024 * 1024)]);
    const left = async () => (await readdir(folder)).filter((name) => name.endsWith('.tmp'));
    await expect.poll(left).toHaveLength(1);
    await writer.kill();
    const names = ['settings.json', '.other.tmp', `.x.${'0'.repeat(12)}.tmp.txt`];
    for (const name of names) await writeFile(join(folder, name), '');
    expect(await left()).toHaveLength(2);
    await removeLeftovers(folder, Date.now() + 50_000);
    expect(await left()).toHaveLength(2);
    await removeLeftovers(folder, Date.now() + 70_000);
    expect((await readdir(folder)).toSorted()).toEqual(names.toSorted());
  });

  test('ignores a folder that is missing', async () => {
    await removeLeftovers(join(await temporaryFolder(), 'missing'), Date.now());
  });
});

describe('on a full disk', () => {
  // With a limit on the size of files, the kernel writes a part and then fails, as on a full disk, without privileges.
  const KIB = 1024;

  async function writeBytes(bytes: number) {
    const folder = await temporaryFolder();
    const path = join(folder, 'file');
    await writeFile(path, 'old');
    const writer = startProgram(commands, ['write', path, String(bytes)], {
      largestFile: 16 * KIB,
    });
    const line = await writer.nextLine();
    const content = await readFile(path, 'utf8');
    return { line, content, files: await readdir(folder) };
  }

  test('throws, keeps the old content and deletes the temporary file', async () => {
    const { line, content, files } = await writeBytes(40 * KIB);
    expect(line).toBe('EFBIG');
    expect(content).toBe('old');
    expect(files).toEqual(['file']);
  });
});
