import { mkdir, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { APP, ensureBuilt } from '../app-build/ensure-built.ts';
import { type OwnHome, ownHome } from '../e2e/fixture/own-home.ts';
import { type BrowserHost, startBrowserHost } from './index.ts';

// GPU Tray's own bundle: permissions, downloads, and further launches.

let home: OwnHome;
let app: BrowserHost;

/** Isolated from the keychain and SSH config of the current user. */
const environment = () => ({
  PATH: [home.programs, process.env['PATH']].join(delimiter),
  ...{ HOME: home.folder, DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
});

beforeAll(async () => {
  ensureBuilt(APP);
  home = await ownHome();
  await mkdir(join(home.folder, 'user-data', 'compiled', '0.0.1'), { recursive: true });
  app = await startBrowserHost({
    userData: join(home.folder, 'user-data'),
    env: environment(),
  });
  // Opens the panel.
  await fetch(app.url);
});

afterAll(async () => {
  await app.close();
  await home.remove();
});

test('what an older version compiled is removed', async () => {
  const compiled = join(home.folder, 'user-data', 'compiled');
  await expect.poll(() => readdir(compiled)).not.toContain('0.0.1');
});

test('an AppImage, which has another path at each start, keeps nothing compiled', async () => {
  const userData = join(home.folder, 'of-image');
  const { NODE_COMPILE_CACHE: _, ...env } = { ...environment(), APPIMAGE: '/a.AppImage' };
  const host = await startBrowserHost({ userData, env });
  await fetch(host.url);
  await host.close();
  expect(await readdir(userData)).not.toContain('compiled');
});

test('arguments of a second launch open the panel and do nothing else', async () => {
  await expect.poll(async () => (await app.state()).windows.length).toBe(1);
  // The first run opens the panel before the tray has the state.
  await expect.poll(async () => (await app.state()).tray?.tooltip).toBe('Not signed in');
  const before = await app.state();
  const argv = [
    ...['--inspect', '--remote-debugging-port=9', '--no-sandbox', '--disable-web-security'],
    ...['--user-data-dir=/etc', '--gpu-launcher=touch owned', '-e', 'require("fs")', '--at-login'],
    ...['file:///etc/passwd', 'app://other/', 'https://example.com/', 'gpu-tray://sign-out'],
    ...['$(touch owned)', '; touch owned', '../../x', '\u202e\n', 'x'.repeat(30_000)],
  ];
  await app.perform({ action: 'second-instance', argv, workingDirectory: '/etc' });
  await app.perform({ action: 'second-instance', argv: [], workingDirectory: '\0' });
  const { windows, spawned, ...after } = await app.state();
  const { windows: _, spawned: __, ...unchanged } = before;
  expect(after).toEqual(unchanged);
  const words = spawned.flatMap(({ command, args }) => [command, ...args]);
  expect(words.filter((word) => argv.includes(word))).toEqual([]);
  expect(windows.map(({ url }) => url)).toEqual(['app://bundle/index.html']);
  expect(await readdir(home.folder)).not.toContain('owned');
});

test('of four simultaneous starts one app stays', async () => {
  const options = { userData: join(home.folder, 'four'), env: environment(), isOnline: false };
  const starts = await Promise.allSettled(
    Array.from({ length: 4 }, () => startBrowserHost(options)),
  );
  const started = starts.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  onTestFinished(async () => void (await Promise.all(started.map((one) => one.close()))));
  const ended = starts.flatMap((one) => (one.status === 'rejected' ? String(one.reason) : []));
  expect(started).toHaveLength(1);
  // With exit code 0, and nothing printed.
  expect(new Set(ended)).toEqual(new Set(['Error: The browser host ended with 0: ']));
  await expect.poll(async () => (await started[0]?.state())?.windows).toHaveLength(1);
});

test.each([
  'media',
  'geolocation',
  'notifications',
  'clipboard-read',
  'clipboard-sanitized-write',
  'openExternal',
  'fullscreen',
])('denies the permission %s', async (permission) => {
  const answer = await app.perform({ action: 'request-permission', permission });
  expect(answer).toMatchObject({ isGranted: false });
});

test.each(['https://example.com/x.exe', 'data:text/plain,x', 'blob:app://bundle/1'])(
  'denies the download of %s',
  async (url) => {
    const answer = await app.perform({ action: 'request-download', url });
    expect(answer).toMatchObject({ isAllowed: false });
  },
);
