import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../clock.ts';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import { MARKER, markerLines } from '../config/host-blocks.ts';
import { changeConfig } from './change-config.ts';
import { createUserInclude, type UserIncludeOptions } from './user-include.ts';

const MKFIFO = 'mkfifo';
const bytes = (path: string) => readFile(path, 'latin1');
const mode = async (path: string) => (await stat(path)).mode & 0o7777;

/** A home folder with `.ssh` in it. */
async function userHome() {
  const home = join(await temporaryFolder(), 'home');
  const ssh = join(home, '.ssh');
  await mkdir(ssh, { recursive: true, mode: 0o700 });
  const config = join(ssh, 'config');
  const ours = join(home, 'ours');
  const backup = join(ours, 'config.before-gpu-tray');
  const make = (options: Partial<UserIncludeOptions> = {}) =>
    createUserInclude({
      folder: ours,
      configFile: join(ssh, 'gpu-tray', 'config'),
      home,
      accountHome: home,
      platform: process.platform,
      lockFile: join(ours, 'include.lock'),
      clock: systemClock,
      ask: async (name) => {
        const stats = existsSync(config) ? statSync(config) : undefined;
        const isRead = stats?.isFile() && stats.size <= 16 * 1024 * 1024;
        const text = isRead ? readFileSync(config, 'latin1') : '';
        const lines = name === MARKER && text.includes('gpu-tray/config') ? markerLines(ours) : [];
        return new Map(lines.map(([keyword, value]) => [keyword.toLowerCase(), value]));
      },
      prefix: () => 'gpu',
      writeOurs: async () => {},
      ...options,
    });
  const write = async (text: string, fileMode = 0o600) => {
    await writeFile(config, text, 'latin1');
    await chmod(config, fileMode);
  };
  const names = async () => (await readdir(ssh)).filter((name) => name !== 'gpu-tray').sort();
  return { home, config, backup, ssh, make, write, names };
}

const LONG = `Host h\n    HostName 192.0.2.9\n${`# ${'x'.repeat(1_000)}\n`.repeat(2_000)}`;

describe('add and remove', () => {
  test.each([
    ['CRLF', 'Host *\r\n    User ann\r\n'],
    ['no final newline', 'Host *\n    User ann'],
    ['Host * first', 'Host *\n    User ann\nHost b\n    Port 22\n'],
    ['another Include', 'Include ~/.orbstack/ssh/config\n\nHost b\n    Port 22\n'],
    ['bytes that are not UTF-8', 'Host caf\xe9\n # \xff\x80\n'],
    ['no content', ''],
    ['2 MB', LONG],
  ])(
    'put our lines at the top of a file with %s and restore every byte and the mode',
    async (_, text) => {
      const { write, config, backup, make } = await userHome();
      await write(text, 0o664);
      const include = make();
      expect(await include.state()).toBe('absent');
      expect(await include.add()).toBe(true);
      expect(await include.state()).toBe('active');
      const added = await bytes(config);
      expect(added).toMatch(/^# GPU Tray: .*\r?\nInclude .*gpu-tray\/config/);
      expect(added.endsWith(text)).toBe(true);
      expect([await mode(config), await mode(backup)]).toEqual([0o664, 0o664]);
      expect(await include.add()).toBe(false);
      expect(await include.remove()).toBe(true);
      expect(await bytes(config)).toBe(text);
      expect(await bytes(backup)).toBe(text);
      expect(await mode(config)).toBe(0o664);
      expect(await include.remove()).toBe(false);
    },
  );

  test('create a missing file for its owner alone, and delete it again', async () => {
    const { home, ssh, config, make, names } = await userHome();
    await rm(ssh, { recursive: true });
    const include = make();
    expect(await include.preview()).toMatchObject({ state: 'absent', obstacle: null });
    expect(await readdir(home)).toEqual([]);
    expect(await include.add()).toBe(true);
    expect(await include.state()).toBe('active');
    expect([await mode(ssh), await mode(config)]).toEqual([0o700, 0o600]);
    expect(await include.remove()).toBe(true);
    expect(await names()).toEqual([]);
  });

  test('keep a symbolic link into a dotfiles folder and change its target', async () => {
    const { home, config, make, names } = await userHome();
    await mkdir(join(home, 'dotfiles'));
    const target = join(home, 'dotfiles', 'ssh_config');
    await writeFile(target, 'Host *\n', { mode: 0o644 });
    await symlink('../dotfiles/ssh_config', config);
    const include = make();
    expect(await include.preview()).toMatchObject({ path: config, target });
    await include.add();
    expect(await readlink(config)).toBe('../dotfiles/ssh_config');
    expect((await lstat(target)).isFile()).toBe(true);
    expect(await bytes(target)).toMatch(/^# GPU Tray: .*\nInclude .*\nHost \*\n$/);
    expect(await mode(target)).toBe(0o644);
    expect(await names()).toEqual(['config']);
    await include.remove();
    expect(await bytes(target)).toBe('Host *\n');
    expect((await lstat(config)).isSymbolicLink()).toBe(true);
  });

  test('back up the file once, as it was before GPU Tray', async () => {
    const { write, backup, make, names } = await userHome();
    await write('Host a\n');
    await make().add();
    await make().remove();
    await write('Host b\n');
    expect(await make().add()).toBe(true);
    expect(await bytes(backup)).toBe('Host a\n');
    expect(await names()).toEqual(['config']);
  });
});

describe('an edit between our read and our write', () => {
  const EDITED = 'Host old\nHost new\n';
  const ADDED = '# ours\n';
  const add = (text: string | null) => `${ADDED}${text ?? ''}`;

  test.each<[string, string | null, (config: string) => void]>([
    ['in place', EDITED, (config) => writeFileSync(config, EDITED)],
    ['that deletes the file', null, (config) => rmSync(config)],
  ])('%s is kept', async (_, edited, edit) => {
    const { write, config, backup, names } = await userHome();
    await write('Host old\n');
    const changing = changeConfig(config, backup, (text) => {
      edit(config);
      return add(text);
    });
    await expect(changing).rejects.toThrow(`Another program changed ${config} at the same time.`);
    expect(await bytes(config).catch(() => null)).toBe(edited);
    expect(await names()).toEqual(edited === null ? [] : ['config']);
  });

  test('keeps us from deleting the file that we created', async () => {
    const { write, config, backup } = await userHome();
    await write(ADDED);
    const changing = changeConfig(config, backup, () => {
      appendFileSync(config, EDITED);
      return null;
    });
    await expect(changing).rejects.toThrow('Another program changed');
    expect(await bytes(config)).toBe(`${ADDED}${EDITED}`);
  });
});

describe('a file that GPU Tray must not change is refused with the lines to paste', () => {
  const OBSTACLES: readonly [string, RegExp, (config: string) => Promise<unknown>][] = [
    ['read-only', /is read-only/, (config) => writeFile(config, 'Host *\n', { mode: 0o444 })],
    ['a folder', /not a regular file/, (config) => mkdir(config)],
    ['a pipe', /not a regular file/, async (config) => execFileSync(MKFIFO, [config])],
    ['a dangling link', /broken symbolic link/, (config) => symlink('nowhere', config)],
    ['a link to itself', /broken symbolic link/, (config) => symlink('config', config)],
    ['UTF-16', /binary/, (config) => writeFile(config, Buffer.from('\ufeffHost *\n', 'utf16le'))],
    ['binary', /binary/, (config) => writeFile(config, 'Host\0*\n')],
    ['a byte order mark', /byte order mark/, (config) => writeFile(config, '\ufeffHost *\n')],
    [
      'hard links',
      /hard links/,
      async (config) => {
        await writeFile(config, 'Host *\n');
        await link(config, `${config}2`);
      },
    ],
    [
      'more than 16 MB',
      /larger than 16 MB/,
      (config) => writeFile(config, Buffer.alloc(16 * 1024 * 1024 + 1, 'a')),
    ],
  ];
  test.each(OBSTACLES)('%s', async (_, reason, create) => {
    const { config, make, names } = await userHome();
    await create(config);
    const [before, stats] = [await names(), await lstat(config)];
    const include = make();
    expect((await include.preview()).obstacle).toMatch(reason);
    await expect(include.add()).rejects.toThrow(reason);
    expect((await include.preview()).lines).toEqual([
      expect.stringMatching(/^# GPU Tray/),
      expect.stringMatching(/^Include /),
    ]);
    expect(await names()).toEqual(before);
    expect((await lstat(config)).mtimeMs).toBe(stats.mtimeMs);
  });

  test.skipIf(process.getuid?.() !== 0)('a file of another user', async () => {
    const { write, config, make } = await userHome();
    await write('Host *\n');
    await chown(config, 65_534, 65_534);
    await expect(make().add()).rejects.toThrow(/another user/);
  });

  test('a folder that takes no new file', async () => {
    const { write, ssh, config, backup } = await userHome();
    await write('Host *\n');
    // A name this long leaves no room for that of the temporary file, whichever user runs the test.
    const long = join(ssh, 'x'.repeat(250));
    renameSync(config, long);
    await expect(changeConfig(long, backup, () => 'Host x\n')).rejects.toThrow(
      `Failed to change ${long} (ENAMETOOLONG).`,
    );
    expect(await bytes(long)).toBe('Host *\n');
  });
});
