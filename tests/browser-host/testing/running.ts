import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { test as base } from 'vitest';
import { CONTENT_SECURITY_POLICY } from '../../../src/main/panel/bundle.ts';
import { type BrowserHost, startBrowserHost } from '../index.ts';

/** The parts of a test app; each has a working default. */
export interface AppParts {
  /** The main bundle, an ES module. */
  readonly main?: string;
  /** Runs in the default main bundle after `whenReady`, with `window` in scope. */
  readonly ready?: string;
  readonly preload?: string;
  readonly html?: string;
  /** The script of the page. */
  readonly page?: string;
}

export interface AppFolder extends AsyncDisposable {
  readonly folder: string;
  readonly userData: string;
}

const mainBundle = (ready: string) => `
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as electron from 'electron';
const { app, BrowserWindow, ipcMain, protocol, Tray, Menu, Notification, powerMonitor } = electron;
const file = (name) => join(import.meta.dirname, name);
const types = { html: 'text/html', js: 'text/javascript' };
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
app.on('window-all-closed', () => {});
let window = null;
const openWindow = () => {
  if (window !== null && !window.isDestroyed()) return window.show();
  window = new BrowserWindow({ show: false, webPreferences: { preload: file('preload.cjs') } });
  window.once('ready-to-show', () => window.show());
  void window.loadURL('app://bundle/index.html');
};
app.on('second-instance', openWindow);
void app.whenReady().then(async () => {
  protocol.handle('app', (request) => {
    const name = new URL(request.url).pathname.slice(1);
    if (!['index.html', 'page.js'].includes(name)) return new Response('no', { status: 404 });
    return new Response(readFileSync(file(name)), {
      headers: { 'content-type': types[name.split('.')[1]], 'content-security-policy': ${JSON.stringify(CONTENT_SECURITY_POLICY)} },
    });
  });
  ${ready}
});
`;

const DEFAULT_PRELOAD = `
const { contextBridge, ipcRenderer } = require('electron');
contextBridge.exposeInMainWorld('bridge', {
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  on: (channel, listener) => { ipcRenderer.on(channel, (event, ...args) => listener(...args)); },
});
`;
const DEFAULT_HTML =
  '<!doctype html><html lang="en"><head><title>Small app</title><script type="module" src="./page.js"></script></head><body><p>Hello</p></body></html>';

/** A minimal grayscale PNG. */
function png(size: number): Buffer {
  const chunk = (kind: string, data: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length);
    head.write(kind, 4, 'latin1');
    // Checksums stay zero: the host does not read them.
    return Buffer.concat([head, data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size);
  header.writeUInt32BE(size, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(size * (size + 1)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Writes an app into a temporary folder, removed when disposed. */
export async function appFolder(parts: AppParts = {}): Promise<AppFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-host-'));
  const userData = join(folder, 'user-data');
  await mkdir(userData);
  const manifest = { name: 'small-app', version: '1.2.3', type: 'module', main: 'main.js' };
  const files: Record<string, string | Buffer> = {
    'package.json': JSON.stringify(manifest),
    'main.js': parts.main ?? mainBundle(parts.ready ?? ''),
    'preload.cjs': parts.preload ?? DEFAULT_PRELOAD,
    'index.html': parts.html ?? DEFAULT_HTML,
    'page.js': parts.page ?? '',
    'icon.png': png(16),
    'icon@2x.png': png(32),
    'broken.png': png(16).subarray(0, 50),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return {
    folder,
    userData,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Hosts and apps are closed when the test ends. */
export interface HostFixture {
  run(parts?: AppParts): Promise<BrowserHost>;
}

/** Vitest's `test` with a `host` fixture. */
export const test = base.extend('host', ({ task: _ }, { onCleanup }): HostFixture => {
  const closers: (() => unknown)[] = [];
  onCleanup(async () => {
    for (const close of closers.reverse()) await close();
  });
  return {
    async run(parts) {
      const app = await appFolder(parts);
      closers.push(() => app[Symbol.asyncDispose]());
      const host = await startBrowserHost({ app: app.folder, userData: app.userData });
      closers.push(() => host.close());
      return host;
    },
  };
});
