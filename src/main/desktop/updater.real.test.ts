import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { createRequire, registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppUpdater } from 'electron-updater';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Log, type LogFields, silentLog } from '../../core/log.ts';
import { callsOf, clearCalls } from '../testing/electron.ts';
import type { Platform } from './platform.ts';
import { createUpdater } from './updater.ts';

// The real electron-updater against a feed on loopback, with Node's HTTP in place of Electron's.

const INSTALLED = '1.0.0';
const contentOf = (version: string) =>
  Buffer.from(`#!/bin/sh\n# version ${version}\n`.repeat(2_000));

/** Emits Electron's `quit`. */
const app = new EventEmitter();

/** What electron-updater uses of Electron. One for all tests, since Node loads a module once. */
const ELECTRON = {
  app: {
    isPackaged: true,
    ...{ whenReady: async () => {}, getVersion: () => INSTALLED, getName: () => 'gpu-tray' },
    ...{ getPath: () => tmpdir(), getAppPath: () => tmpdir(), quit: () => {} },
    once: (event: string, listener: (...args: unknown[]) => void) => app.once(event, listener),
  },
  session: { fromPartition: () => ({}) },
  net: {
    request: ({ session: _, ...options }: { session: unknown }) => request(options),
  },
  autoUpdater: new EventEmitter(),
};

/** Loads a module of electron-updater with a stand-in for Electron. */
function loadWithStandIn<T>(load: (require: NodeJS.Require) => T): T {
  const require = createRequire(import.meta.url);
  const key = 'gpu-tray-electron-stand-in';
  Reflect.set(globalThis, key, ELECTRON);
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron'
        ? { url: 'stand-in:electron', format: 'commonjs', shortCircuit: true }
        : next(specifier, context),
    load: (url, context, next) =>
      url === 'stand-in:electron'
        ? {
            format: 'commonjs',
            source: `module.exports = globalThis['${key}'];`,
            shortCircuit: true,
          }
        : next(url, context),
  });
  onTestFinished(() => hooks.deregister());
  return load(require);
}

interface Feed {
  version: string;
  /** Of the file that the feed names; by default the right one. */
  readonly sha512?: string;
  /** Closes the connection after so many bytes of the file, or sends no more of it. */
  cutAfter?: number;
  hangAfter?: number;
  status?: number;
}

function infoOf({ version, sha512 }: Feed, file: string): string {
  const content = contentOf(version);
  const checksum = sha512 ?? createHash('sha512').update(content).digest('base64');
  return `version: ${version}
files:
  - url: ${file}
    sha512: ${checksum}
    size: ${content.length}
path: ${file}
sha512: ${checksum}
releaseDate: '2026-11-01T00:00:00.000Z'
`;
}

/** @param feed may be changed between requests */
async function serve(feed: Feed, extension: string) {
  const requested: string[] = [];
  const server: Server = createServer(({ url = '' }, response) => {
    const path = new URL(url, 'http://feed.test').pathname;
    const file = `gpu-tray-${feed.version}.${extension}`;
    const content = contentOf(feed.version);
    const sent = feed.cutAfter ?? feed.hangAfter;
    requested.push(path);
    if (feed.status !== undefined) response.writeHead(feed.status).end();
    else if (path.endsWith('.yml')) response.end(infoOf(feed, file));
    else if (path !== `/${file}`) response.writeHead(404).end();
    else if (sent === undefined) response.end(content);
    else {
      response.writeHead(200, { 'content-length': content.length });
      response.write(content.subarray(0, sent), () => {
        if (feed.cutAfter !== undefined) response.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, requested };
}

const TARGETS = {
  AppImage: { extension: 'AppImage', module: 'electron-updater/out/AppImageUpdater' },
  nsis: { extension: 'exe', module: 'electron-updater/out/NsisUpdater' },
} as const;

/** An installed version 1.0.0 with its feed on loopback. */
async function setup(
  feed: Feed,
  target: keyof typeof TARGETS = 'AppImage',
  platform: Platform = 'linux',
) {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-update-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const served = await serve(feed, TARGETS[target].extension);
  // As packed: electron-updater puts the new version under another name if this one has a version in it.
  const installed = join(folder, 'gpu-tray-linux-x86_64.AppImage');
  await writeFile(installed, 'the old version');
  await chmod(installed, 0o755);
  const cache = join(folder, 'cache');
  const yaml = `provider: generic\nurl: ${served.url}\nupdaterCacheDirName: gpu-tray-updater\n`;
  await writeFile(join(folder, 'app-update.yml'), yaml);
  vi.stubEnv('APPIMAGE', installed);
  vi.stubEnv('XDG_CACHE_HOME', cache);
  onTestFinished(() => void vi.unstubAllEnvs());

  const logged: [event: string, fields: LogFields | undefined][] = [];
  const record = (event: string, fields?: LogFields) => void logged.push([event, fields]);
  const log: Log = { debug: record, info: record, warn: record, error: record };
  const load = vi.fn(async () =>
    loadWithStandIn((require): AppUpdater => {
      const loaded = require(TARGETS[target].module);
      const updater = target === 'nsis' ? new loaded.NsisUpdater() : new loaded.AppImageUpdater();
      updater.updateConfigPath = join(folder, 'app-update.yml');
      // Windows would say so of a program that another publisher has signed.
      updater.verifyUpdateCodeSignature = async () => 'not signed by GPU Tray';
      if (target === 'nsis')
        updater.configOnDisk.value.then((config: object) =>
          Object.assign(config, { publisherName: ['The GPU Tray authors'] }),
        );
      return updater;
    }),
  );
  onTestFinished(() => void app.removeAllListeners());
  const env = { APPIMAGE: installed };
  const updater = await createUpdater({ platform, env, resources: folder, load, log });
  /** Everything that downloads have left. */
  const downloads = async () =>
    (await readdir(cache, { recursive: true }).catch(() => [])).filter((name) =>
      /\.(AppImage|exe)$/.test(name),
    );
  return { updater, load, logged, installed, downloads, ...served };
}

test('a newer version is downloaded, verified, and installed at quit', async () => {
  const { updater, installed, logged } = await setup({ version: '2.0.0' });
  expect(updater.off).toBeNull();
  expect(await updater.check()).toEqual({ kind: 'ready', version: '2.0.0', needsPassword: false });
  expect(await readFile(installed, 'utf8')).toBe('the old version');
  app.emit('quit', {}, 0);
  expect(await readFile(installed)).toEqual(contentOf('2.0.0'));
  expect(logged).toEqual([['update.checked', { result: 'ready' }]]);
});

test('a restart installs it last, when everything else has ended', async () => {
  const { updater, installed } = await setup({ version: '2.0.0' });
  await updater.check();
  clearCalls();
  updater.install();
  await expect.poll(() => callsOf('quit')).toHaveLength(1);
  app.emit('quit', {}, 0);
  expect(await readFile(installed, 'utf8')).toBe('the old version');
  const [[, last] = []] = callsOf('once');
  if (typeof last === 'function') last();
  expect(await readFile(installed)).toEqual(contentOf('2.0.0'));
});

test('on macOS it is installed at once: Squirrel quits the app', async () => {
  const { updater, installed } = await setup({ version: '2.0.0' }, 'AppImage', 'darwin');
  await updater.check();
  updater.install();
  await expect.poll(() => readFile(installed)).toEqual(contentOf('2.0.0'));
});

test.each(['1.0.0', '0.9.0'])('version %s is not installed', async (version) => {
  const { updater, downloads, requested } = await setup({ version });
  expect(await updater.check()).toEqual({ kind: 'current' });
  expect(await downloads()).toEqual([]);
  expect(requested).toEqual(['/latest-linux.yml']);
});

describe('nothing is kept or installed of', () => {
  test.each<[string, Feed, 'unverified' | 'unreachable']>([
    ['a file with another checksum', { version: '2.0.0', sha512: 'AAAA' }, 'unverified'],
    ['a download that is cut', { version: '2.0.0', cutAfter: 10_000 }, 'unreachable'],
    ['a feed that fails', { version: '2.0.0', status: 500 }, 'unreachable'],
    ['a feed with no version', { version: 'x' }, 'unreachable'],
  ])('%s', async (_, feed, why) => {
    const { updater, installed, downloads, logged } = await setup(feed);
    expect(await updater.check()).toEqual({ kind: 'failed', why });
    expect(await downloads()).toEqual([]);
    app.emit('quit', {}, 0);
    expect(await readFile(installed, 'utf8')).toBe('the old version');
    expect(logged.map(([event]) => event)).toEqual(['update.failed']);
    expect(JSON.stringify(logged)).not.toMatch(/127\.0\.0\.1|tmp/);
  });

  test('a program with a broken signature', async () => {
    const { updater, downloads } = await setup({ version: '2.0.0' }, 'nsis');
    expect(await updater.check()).toEqual({ kind: 'failed', why: 'unverified' });
    expect(await downloads()).toEqual([]);
  });
});

describe('a version that is ready', () => {
  async function ready() {
    const feed: Feed = { version: '2.0.0' };
    const found = await setup(feed);
    await found.updater.check();
    found.requested.length = 0;
    return { feed, ...found };
  }

  test('is replaced by a newer one', async () => {
    const { feed, updater, installed } = await ready();
    feed.version = '2.0.1';
    expect(await updater.check()).toMatchObject({ kind: 'ready', version: '2.0.1' });
    app.emit('quit', {}, 0);
    expect(await readFile(installed)).toEqual(contentOf('2.0.1'));
  });

  test('stays ready when the feed fails', async () => {
    const { feed, updater, installed } = await ready();
    feed.status = 500;
    expect(await updater.check()).toMatchObject({ kind: 'ready', version: '2.0.0' });
    app.emit('quit', {}, 0);
    expect(await readFile(installed)).toEqual(contentOf('2.0.0'));
  });

  test('is not installed when the feed has withdrawn it', async () => {
    const { feed, updater, installed } = await ready();
    feed.version = INSTALLED;
    expect(await updater.check()).toEqual({ kind: 'current' });
    app.emit('quit', {}, 0);
    expect(await readFile(installed, 'utf8')).toBe('the old version');
  });

  test.each(['cutAfter', 'hangAfter'] as const)(
    'leaves the program in place when it quits after the download of the next one began (%s)',
    async (fault) => {
      const { feed, updater, installed, requested, downloads } = await ready();
      Object.assign(feed, { version: '2.0.1', [fault]: 10_000 });
      const checked = updater.check();
      await expect.poll(() => requested).toContain('/gpu-tray-2.0.1.AppImage');
      if (fault === 'cutAfter') expect((await checked).kind).toBe('failed');
      expect(await downloads()).not.toContain('pending/gpu-tray-2.0.0.AppImage');
      app.emit('quit', {}, 0);
      expect(await readFile(installed, 'utf8')).toBe('the old version');
    },
  );
});

test('is off, and loads nothing, without a feed, an installation or permission', async () => {
  const { load } = await setup({ version: '2.0.0' });
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-update-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const policy = join(folder, 'policy.json');
  const off = async (change: object) => {
    const ports = { platform: 'linux', env: {}, resources: folder, policy, load } as const;
    return (await createUpdater({ ...ports, log: silentLog, ...change })).off;
  };
  const image = { env: { APPIMAGE: '/x' } };
  expect(await off({ resources: null })).toBe('build');
  expect(await off(image)).toBe('build');
  await writeFile(join(folder, 'app-update.yml'), 'provider: generic\n');
  expect(await off({})).toBe('build');
  expect(await off(image)).toBeNull();
  // The last two cannot be understood.
  for (const [content, expected] of [
    ['{}', null],
    ['{"updates": true}', null],
    ['{"updates": false}', 'policy'],
    ['{"updates": "no"}', 'policy'],
    ['updates=false', 'policy'],
  ] as const) {
    await writeFile(policy, content);
    expect([content, await off(image)]).toEqual([content, expected]);
  }
  await rm(policy);
  await writeFile(join(folder, 'package-type'), 'deb');
  expect(await off({})).toBeNull();
  expect(load).not.toHaveBeenCalled();
});
