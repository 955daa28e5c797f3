import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../app-build/index.ts';
import { type BrowserHost, startBrowserHost } from './index.ts';

// What GPU Tray's own bundle lets a page do, whatever page it is.

let folder = '';
let app: BrowserHost;

beforeAll(async () => {
  ensureBuilt(() => {});
  folder = await mkdtemp(join(tmpdir(), 'gpu-tray-built-'));
  // Neither a keychain nor an ssh configuration of whoever runs the tests.
  const env = { PATH: process.env['PATH'], HOME: folder, DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
  app = await startBrowserHost({ userData: join(folder, 'user-data'), env });
  // Opens the panel.
  await fetch(app.url);
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test.each([
  'media',
  'geolocation',
  'notifications',
  'clipboard-read',
  'clipboard-sanitized-write',
  'openExternal',
  'fullscreen',
])('a page that asks for %s is refused', async (permission) => {
  const answer = await app.perform({ action: 'request-permission', permission });
  expect(answer).toMatchObject({ isGranted: false });
});

test.each(['https://example.com/x.exe', 'data:text/plain,x', 'blob:app://bundle/1'])(
  'a page that wants to download %s is refused',
  async (url) => {
    const answer = await app.perform({ action: 'request-download', url });
    expect(answer).toMatchObject({ isAllowed: false });
  },
);
