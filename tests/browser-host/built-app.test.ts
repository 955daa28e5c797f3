import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { APP, ensureBuilt } from '../app-build/ensure-built.ts';
import { type BrowserHost, startBrowserHost } from './index.ts';

// Permissions and downloads of GPU Tray's own bundle.

let folder = '';
let app: BrowserHost;

beforeAll(async () => {
  ensureBuilt(APP);
  folder = await mkdtemp(join(tmpdir(), 'gpu-tray-built-'));
  // Isolated from the keychain and SSH config of the current user.
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
