import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createVirtualClock } from '../../src/core/virtual-clock.ts';
import { electronSource, runInstall, takesConnection } from './electron-source.ts';
import { fetchElectron, whyNotFetched } from './fetch-electron.ts';

/** A download that goes on until it is told to end. */
const endless = (signal: AbortSignal) =>
  new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('killed')));

function fetching(
  install: (signal: AbortSignal) => Promise<string | null>,
  isReachable: () => Promise<boolean>,
) {
  const clock = createVirtualClock();
  let outcome: string | null | undefined;
  void fetchElectron({ install, isReachable, clock }).then((result) => {
    outcome = result;
  });
  return { clock, outcome: () => outcome };
}

const yes = async () => true;
const no = async () => false;

test.each([
  ['that is there', null],
  ['that fails', 'Error: 404'],
])('a download %s is told at once, and no timer stays', async (_, result) => {
  const { clock, outcome } = fetching(async () => result, no);
  await clock.advance(0);
  expect([outcome(), clock.pending()]).toEqual([result, []]);
});

test('a download that takes too long is ended after half a minute', async () => {
  const { clock, outcome } = fetching(endless, yes);
  await clock.advance(29_999);
  expect(outcome()).toBeUndefined();
  await clock.advance(1);
  expect(outcome()).toBe('it did not come within 30 s');
  expect(clock.pending()).toEqual([]);
});

test('without a network it is given five seconds, in which what is in the cache is unpacked', async () => {
  const { clock, outcome } = fetching(endless, no);
  await clock.advance(4_999);
  expect(outcome()).toBeUndefined();
  await clock.advance(1);
  expect(outcome()).toMatch(/cannot be reached/);
  const cached = () => new Promise<null>((resolve) => clock.after(4_000, () => resolve(null)));
  const fromCache = fetchElectron({ install: cached, isReachable: no, clock });
  await clock.advance(4_000);
  expect(await fromCache).toBeNull();
});

test.each([
  [{ CI: 'true' }, /CI/],
  [{ ELECTRON_SKIP_BINARY_DOWNLOAD: '1' }, /ELECTRON_SKIP_BINARY_DOWNLOAD/],
])('with %j it is not tried', (env, words) => {
  expect(whyNotFetched(env)).toMatch(words);
});

test('otherwise it is', () => {
  expect(whyNotFetched({ CI: '', HOME: '/home/lea' })).toBeNull();
});

test.each([
  [{}, 'https://github.com/'],
  [{ ELECTRON_MIRROR: 'https://mirror.example/electron/' }, 'https://mirror.example/electron/'],
  [{ npm_config_electron_mirror: 'http://a.example:81/' }, 'http://a.example:81/'],
  [{ ELECTRON_GET_USE_PROXY: '1' }, undefined],
])('with %j it comes from %s', (env, address) => {
  expect(electronSource(env)?.href).toBe(address);
});

test('a server that is there takes a connection, one that is gone does not', async () => {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = new URL(`http://127.0.0.1:${address.port}`);
  expect(await takesConnection(url)).toBe(true);
  await new Promise((resolve) => server.close(resolve));
  expect(await takesConnection(url)).toBe(false);
});

async function script(code: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-install-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'install.cjs');
  await writeFile(path, code);
  return path;
}

test('a script that ends well is no failure, one that does not is told in its own words', async () => {
  const { signal } = new AbortController();
  expect(await runInstall(await script(''), signal)).toBeNull();
  const failing = 'console.error("    at x\\nError: no such host\\n    at y"); process.exit(1)';
  expect(await runInstall(await script(failing), signal)).toBe('the download failed: no such host');
  expect(await runInstall(await script('process.exit(3)'), signal)).toBe('the download failed');
});

test('a script that hangs is ended when that is wanted', async () => {
  const ending = new AbortController();
  const outcome = runInstall(await script('setInterval(() => {}, 1000)'), ending.signal);
  ending.abort();
  expect(await outcome).not.toBeNull();
});
