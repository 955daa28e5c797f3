import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './files/testing/temporary-folder.ts';
import { launchEnvironment, runChild, runWithTimeout } from './run-with-timeout.ts';

const node = (script: string): [string, string[]] => [process.execPath, ['-e', script]];

test('runWithTimeout reports a failure, a missing program and a timeout', async () => {
  const run = runWithTimeout(process.env, 30_000);
  const failure = await run(...node('process.stderr.write("no"); process.exitCode = 9'));
  expect(failure).toEqual({ state: 'failed', exitCode: 9, stderr: 'no' });
  expect(await run('gpu-tray-no-such-program', [])).toEqual({ state: 'absent' });
  const brief = runWithTimeout(process.env, 100);
  expect(await brief(...node('setInterval(() => {}, 1000)'))).toEqual({ state: 'late' });
});

test.skipIf(process.platform === 'win32')(
  'runChild ends what a program started at its timeout, its signal or too much output',
  async () => {
    const sh = (script: string, more: object = {}) =>
      runChild('/bin/sh', ['-c', script], { env: process.env, timeoutMs: 30_000, ...more });
    const folder = await temporaryFolder();
    const pid = join(folder, 'pid');
    const hasEnded = () =>
      expect
        .poll(async () => {
          const text = await readFile(pid, 'utf8');
          return readFile(`/proc/${text.trim()}/cmdline`, 'utf8').catch(() => '');
        })
        .toBe('');
    // It exits at once with 0, and its child holds the output open.
    const child = `sleep 60 & echo $! >'${pid}'`;
    expect(await sh(`echo half; ${child}`, { timeoutMs: 1_000 })).toEqual({ state: 'late' });
    await hasEnded();
    await rm(pid);
    const controller = new AbortController();
    const running = sh(`${child}; wait`, { signal: controller.signal });
    await expect.poll(() => readFile(pid, 'utf8').catch(() => '')).not.toBe('');
    controller.abort();
    expect(await running).toEqual({ state: 'late' });
    await hasEnded();
    expect(await sh('yes')).toMatchObject({ state: 'failed', exitCode: 'tooLong' });
    expect(await sh('cat; exit 3', { input: 'x' })).toMatchObject({ state: 'failed', exitCode: 3 });
    expect(await sh('cat', { input: 'given' })).toEqual({ state: 'done', stdout: 'given' });
  },
);

test.skipIf(process.platform === 'win32')(
  'runWithTimeout reports a program as missing where a folder of the PATH refuses access',
  async () => {
    const folder = await temporaryFolder();
    const name = 'gpu-tray-no-such-program';
    // Executing a folder is refused to root, too.
    await mkdir(join(folder, name));
    const run = runWithTimeout({ PATH: `${folder}:/usr/bin` }, 30_000);
    expect(await run(name, [])).toEqual({ state: 'absent' });
    expect(await run(join(folder, name), [])).toMatchObject({ state: 'failed' });
  },
);

test('runWithTimeout uses no shell, asks for untranslated messages and drops our variables', async () => {
  const run = runWithTimeout(
    { ...process.env, LC_ALL: 'de_DE.UTF-8', ELECTRON_RUN_AS_NODE: '1' },
    30_000,
  );
  const [program, args] = node(
    'process.stdout.write(process.env.LC_ALL + process.argv[1] + process.env.ELECTRON_RUN_AS_NODE)',
  );
  expect(await run(program, [...args, '$(id) ; x'])).toEqual({
    state: 'done',
    stdout: 'C$(id) ; xundefined',
  });
});

test('launchEnvironment drops the variables of Electron and Node', () => {
  const env = {
    ELECTRON_RUN_AS_NODE: '1',
    ELECTRON_NO_ASAR: '1',
    CHROME_DESKTOP: 'com.gpu-tray.app.desktop',
    NODE_CHANNEL_FD: '3',
    NODE_CHANNEL_SERIALIZATION_MODE: 'json',
    NODE_UNIQUE_ID: '1',
    PATH: '/usr/bin',
    SSH_AUTH_SOCK: '/run/agent',
    EMPTY: '',
    GONE: undefined,
  };
  expect(launchEnvironment(env)).toEqual({
    PATH: '/usr/bin',
    SSH_AUTH_SOCK: '/run/agent',
    EMPTY: '',
  });
});

test('launchEnvironment restores XDG_CURRENT_DESKTOP', () => {
  const env = { ORIGINAL_XDG_CURRENT_DESKTOP: 'GNOME', XDG_CURRENT_DESKTOP: 'Unity' };
  expect(launchEnvironment(env)).toEqual({ XDG_CURRENT_DESKTOP: 'GNOME' });
});

test('launchEnvironment drops every path in the AppImage', () => {
  const mount = '/tmp/.mount_gpu-trXYZ';
  const env = {
    APPDIR: mount,
    APPIMAGE: '/home/me/gpu-tray.AppImage',
    ARGV0: './gpu-tray.AppImage',
    OWD: '/home/me',
    PATH: `${mount}:${mount}/usr/sbin:/usr/local/bin:/usr/bin`,
    LD_LIBRARY_PATH: `${mount}/usr/lib:`,
    XDG_DATA_DIRS: `${mount}/usr/share/:/usr/share:/opt/share`,
    GSETTINGS_SCHEMA_DIR: `${mount}/usr/share/glib-2.0/schemas`,
    NEARBY: `${mount}-other/lib:/usr/lib`,
    HOME: '/home/me',
    TITLE: 'a::b',
  };
  expect(launchEnvironment(env)).toEqual({
    PATH: '/usr/local/bin:/usr/bin',
    XDG_DATA_DIRS: '/usr/share:/opt/share',
    NEARBY: `${mount}-other/lib:/usr/lib`,
    HOME: '/home/me',
    TITLE: 'a::b',
  });
});
