import { execFileSync } from 'node:child_process';
import {
  chmod,
  link,
  lstat,
  mkdir,
  open,
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
import { realDisk } from './disk.ts';
import { userHome } from './testing/user-home.ts';

const MKFIFO = 'mkfifo';
const bytes = (path: string) => readFile(path, 'latin1');
const mode = async (path: string) => (await stat(path)).mode & 0o7777;

const LONG = `${Array.from({ length: 40_000 }, (_, n) => `Host h${n}\n    HostName 192.0.2.${n % 250}\n`).join('')}`;

describe('the user’s configuration', () => {
  test.each([
    ['with CRLF', 'Host *\r\n    User ann\r\n'],
    ['without a final newline', 'Host *\n    User ann'],
    ['with Host * first', 'Host *\n    User ann\nHost b\n    Port 22\n'],
    ['with an Include already', 'Include ~/.orbstack/ssh/config\n\nHost b\n    Port 22\n'],
    ['of bytes that are no UTF-8', 'Host caf\xe9\n # \xff\x80\n'],
    ['that is empty', ''],
    ['of 2 MB', LONG.slice(0, 2_000_001)],
  ])('%s gets our lines at the top and is as before without them', async (_, text) => {
    const { write, config, make } = await userHome();
    await write(text, 0o640);
    const include = make();
    expect(include.state()).toBe('absent');
    const added = await include.add();
    expect(added).toMatchObject({ outcome: 'done', state: 'active' });
    expect(await bytes(config)).toMatch(
      /^# GPU Tray: .*\r?\nInclude ".*gpu-tray\/config"|^# GPU Tray: .*\r?\nInclude ~/,
    );
    expect((await bytes(config)).endsWith(text)).toBe(true);
    expect(await mode(config)).toBe(0o640);
    expect(await bytes(`${config}.before-gpu-tray`)).toBe(text);
    expect(await include.add()).toMatchObject({ outcome: 'unchanged', state: 'active' });
    expect(await include.remove()).toMatchObject({ outcome: 'done', state: 'absent' });
    expect(await bytes(config)).toBe(text);
    expect(await mode(config)).toBe(0o640);
    expect(await include.remove()).toMatchObject({ outcome: 'unchanged', state: 'absent' });
  });

  test('that is not there is made for its owner alone, and is not there again', async () => {
    const { home, ssh, config, make } = await userHome();
    await rm(ssh, { recursive: true });
    const include = make();
    expect(include.preview()).toMatchObject({ state: 'absent', before: [], obstacle: null });
    await expect(stat(ssh)).rejects.toThrow('ENOENT');
    expect(await include.add()).toEqual({ outcome: 'done', state: 'active', backup: null });
    expect([await mode(ssh), await mode(config)]).toEqual([0o700, 0o600]);
    expect(await include.remove()).toMatchObject({ outcome: 'done', state: 'absent' });
    await expect(stat(config)).rejects.toThrow('ENOENT');
    expect(await readdir(home)).toEqual(['.ssh']);
  });

  test('that links into a dotfiles folder stays a link; its target changes', async () => {
    const { home, ssh, config, make } = await userHome();
    await mkdir(join(home, 'dotfiles'));
    const target = join(home, 'dotfiles', 'ssh_config');
    await writeFile(target, 'Host *\n', { mode: 0o644 });
    await symlink('../dotfiles/ssh_config', config);
    const include = make();
    expect(include.preview()).toMatchObject({ path: config, target });
    await include.add();
    expect(await readlink(config)).toBe('../dotfiles/ssh_config');
    expect((await lstat(target)).isFile()).toBe(true);
    expect(await bytes(target)).toMatch(/^# GPU Tray: .*\nInclude .*\nHost \*\n$/);
    expect(await mode(target)).toBe(0o644);
    expect(await readdir(ssh)).toEqual(['config', 'gpu-tray']);
    await include.remove();
    expect(await bytes(target)).toBe('Host *\n');
    expect((await lstat(config)).isSymbolicLink()).toBe(true);
  });

  test('is shown before anything is written', async () => {
    const { write, config, ssh, make } = await userHome();
    await write('# caf\xc3\xa9 \x1b[31m\nHost *\n');
    const preview = make().preview();
    expect(preview).toEqual({
      path: config,
      target: config,
      state: 'absent',
      lines: [expect.stringMatching(/^# GPU Tray/), expect.stringMatching(/^Include /)],
      before: ['# café \ufffd[31m', 'Host *'],
      after: [...preview.lines, '# café \ufffd[31m', 'Host *'],
      obstacle: null,
    });
    expect(await readdir(ssh)).toEqual(['config']);
  });

  test('whose Include is conditional gets one that is not', async () => {
    const { write, make } = await userHome();
    await write('Host *\nInclude gpu-tray/config\n');
    const include = make();
    expect(include.state()).toBe('notFirst');
    expect(await include.add()).toMatchObject({ outcome: 'done', state: 'active' });
    expect(await include.remove()).toMatchObject({ outcome: 'done', state: 'notFirst' });
  });
});

describe('the copies of the file as it was', () => {
  test('a late write into one is never lost to the next', async () => {
    const { write, config, ssh, make } = await userHome();
    await write('Host a\n');
    const late = await open(config, 'a');
    await make().add();
    await late.writeFile('Host typed-later\n');
    await late.close();
    const removed = await make().remove();
    expect(removed).toMatchObject({ outcome: 'done', backup: `${config}.before-gpu-tray-1` });
    expect(await bytes(`${config}.before-gpu-tray`)).toBe('Host a\nHost typed-later\n');
    expect(await bytes(config)).toBe('Host a\n');
    await make().add();
    await make().remove();
    expect(await bytes(`${config}.before-gpu-tray`)).toBe('Host a\nHost typed-later\n');
    expect((await readdir(ssh)).sort()).toEqual([
      'config',
      'config.before-gpu-tray',
      'config.before-gpu-tray-1',
      'gpu-tray',
    ]);
  });

  test('do not pile up where nobody has changed anything', async () => {
    const { write, ssh, make } = await userHome();
    await write('Host a\n');
    for (let n = 0; n < 3; n += 1) {
      await make().add();
      await make().remove();
    }
    expect((await readdir(ssh)).sort()).toEqual(['config', 'config.before-gpu-tray', 'gpu-tray']);
  });
});

describe('files better left alone are answered with the line to paste', () => {
  const ODD: readonly [string, RegExp, (config: string) => Promise<unknown>][] = [
    [
      'read-only',
      /is read-only/,
      async (c) => {
        await writeFile(c, 'Host *\n');
        await chmod(c, 0o444);
      },
    ],
    ['a folder', /is a folder/, (c) => mkdir(c)],
    ['a pipe', /not a regular file/, async (c) => execFileSync(MKFIFO, [c])],
    ['a dangling link', /leads nowhere/, (c) => symlink('nowhere', c)],
    ['a link to itself', /leads nowhere/, (c) => symlink('config', c)],
    ['UTF-16', /UTF-16/, (c) => writeFile(c, Buffer.from('\ufeffHost *\n', 'utf16le'))],
    ['binary', /binary/, (c) => writeFile(c, 'Host\0*\n')],
    ['a byte order mark', /byte order mark/, (c) => writeFile(c, '\ufeffHost *\n')],
    [
      'two names',
      /hard links/,
      async (c) => {
        await writeFile(c, 'Host *\n');
        await link(c, `${c}2`);
      },
    ],
    [
      'more than 16 MB',
      /longer than 16 MB/,
      (c) => writeFile(c, Buffer.alloc(16 * 1024 * 1024 + 1, 10)),
    ],
  ];
  test.each(ODD)('%s', async (_, reason, make) => {
    const user = await userHome();
    await make(user.config);
    const before = await readdir(user.ssh);
    const stats = await lstat(user.config);
    const include = user.make();
    expect(include.preview().obstacle).toMatch(reason);
    const added = await include.add();
    expect(added).toEqual({
      outcome: 'refused',
      reason: expect.stringMatching(reason),
      lines: [expect.stringMatching(/^# GPU Tray/), expect.stringMatching(/^Include /)],
    });
    expect((await readdir(user.ssh)).filter((name) => name !== 'gpu-tray')).toEqual(before);
    expect((await lstat(user.config)).mtimeMs).toBe(stats.mtimeMs);
  });

  test('of another user', async () => {
    const user = await userHome();
    await user.write('Host *\n');
    const added = await user.make({ uid: 12_345 }).add();
    expect(added).toMatchObject({
      outcome: 'refused',
      reason: expect.stringMatching(/another user/),
    });
  });

  test('the pasted line is seen in a read-only file all the same', async () => {
    const user = await userHome();
    const { lines } = user.make().preview();
    await user.write(`${lines.join('\n')}\nHost *\n`);
    await chmod(user.config, 0o400);
    expect(user.make().state()).toBe('active');
  });

  test.each(['EACCES', 'EROFS', 'ENOSPC', 'EBUSY'])(
    '%s while writing leaves all as it was',
    async (code) => {
      const user = await userHome();
      await user.write('Host *\n');
      const fail = () => {
        throw Object.assign(new Error(code), { code });
      };
      for (const step of ['create', 'rename', 'link'] as const) {
        const only = {
          ...realDisk,
          [step]: fail,
          ...(step === 'link' ? { create: createOnce(fail) } : {}),
        };
        const added = await user.make({ disk: only }).add();
        expect(added).toMatchObject({ outcome: 'refused' });
        expect(await bytes(user.config)).toBe('Host *\n');
        expect(await readdir(user.ssh)).toEqual(['config', 'gpu-tray']);
      }
    },
  );

  /** The first file is written; a second, instead of a hard link, is not. */
  function createOnce(fail: () => never): typeof realDisk.create {
    let count = 0;
    return (path, text, ownership) => {
      count += 1;
      if (count > 1 && path.endsWith('/config') && count === 2) fail();
      realDisk.create(path, text, ownership);
    };
  }
});

describe('mending, at every start', () => {
  test('touches nothing where there is nothing to mend, not even for a lock', async () => {
    const { ssh, config, make, write } = await userHome();
    await make().mend();
    expect(await readdir(ssh)).toEqual([]);
    await write('Host x\n');
    await make().mend();
    expect(await readdir(ssh)).toEqual(['config']);
    expect(await readFile(config, 'utf8')).toBe('Host x\n');
  });

  test('puts back a file that lost its name, behind a link too', async () => {
    const { home, ssh, config, make } = await userHome();
    const dotfiles = join(home, 'ssh-config');
    await symlink(dotfiles, config);
    await writeFile(`${dotfiles}.gpu-tray-aside`, 'Host x\n');
    await make().mend();
    expect(await readFile(config, 'utf8')).toBe('Host x\n');
    expect(await readdir(home)).toEqual(['.ssh', 'ssh-config']);
    expect(await readdir(ssh)).toEqual(['config', 'gpu-tray']);
  });
});

test('without hard links (exFAT), it works all the same', async () => {
  const user = await userHome();
  await user.write('Host *\n', 0o600);
  const link = () => {
    throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
  };
  const include = user.make({ disk: { ...realDisk, link } });
  expect(await include.add()).toMatchObject({ outcome: 'done', state: 'active' });
  expect(await mode(user.config)).toBe(0o600);
  expect(await include.remove()).toMatchObject({ outcome: 'done' });
  expect(await bytes(user.config)).toBe('Host *\n');
});
