import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { REQUEST_CHANNELS } from '../../src/shared/ipc/index.ts';
import { askApp } from '../browser-host/index.ts';
import { launchChromium } from '../browser-host/testing/running.ts';
import { ownHome } from '../e2e/fixture/own-home.ts';
import { electronBinary } from '../e2e/hosts/electron-binary.ts';

const MAIN = resolve(import.meta.dirname, 'main.ts');
const READY = 'Ctrl-C ends it.';

const running: ChildProcess[] = [];
const homes: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  for (const remove of homes.splice(0)) await remove();
});

/** Starts the demo and answers what it has printed when it is there, and how to end it. */
async function startDemo(...args: readonly string[]) {
  // A test downloads nothing, and leaves the home of whoever runs it alone.
  const { folder: home, remove } = await ownHome();
  homes.push(remove);
  const env = {
    ...process.env,
    ELECTRON_SKIP_BINARY_DOWNLOAD: '1',
    ...{ HOME: home, USERPROFILE: home },
  };
  const child = spawn('node', [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  let printed = '';
  const { promise, resolve: found, reject } = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.includes(READY)) found();
    });
  }
  const closed = once(child, 'close');
  void closed.then(([code]) => reject(new Error(`ended with ${String(code)}: ${printed}`)));
  await promise;
  const read = (pattern: RegExp) => pattern.exec(printed)?.[1] ?? '';
  return {
    printed,
    home,
    read,
    async end() {
      child.kill('SIGINT');
      const [code]: unknown[] = await closed;
      return code;
    },
  };
}

test('everything a first-time user needs is printed, and nothing is left behind', async () => {
  const demo = await startDemo();
  expect(demo.printed).toMatch(/Service +http:\/\/127\.0\.0\.1:\d+/);
  expect(demo.printed).toMatch(/API key +sim_live_/);
  expect(demo.printed).toMatch(/or +\S+@\S+, password \S+/);
  const folder = demo.read(/Settings +(\S+),/);
  expect(existsSync(folder)).toBe(true);
  const service = demo.read(/Service +(\S+)/);
  expect((await fetch(`${service}/pricing`)).status).toBe(200);
  expect(await demo.end()).toBe(0);
  expect(existsSync(folder)).toBe(false);
  await expect(fetch(`${service}/pricing`)).rejects.toThrow();
});

test('it can be signed in already, and the tray says what runs', async () => {
  const demo = await startDemo('--signed-in', '--browser');
  expect(demo.printed).toMatch(/Sign in +done/);
  expect(demo.printed).toContain('(--browser was given)');
  const control = demo.read(/Tray +(http\S+)/);
  const tray = async () => (await fetch(control)).text();
  await expect.poll(tray).toMatch(/"tooltip":"[^"]*\d+ running/);
  expect((await fetch(demo.read(/Panel +(http\S+)/))).status).toBe(200);
  expect(await demo.end()).toBe(0);
});

// macOS answers on 127.0.0.1 alone, and each VM of the simulator has an address of its own.
if (process.platform !== 'darwin') {
  test('a VM that starts is waited for, and then ready to log in', async () => {
    const demo = await startDemo('--signed-in', '--browser');
    const control = demo.read(/control it at (http\S+)/);
    const vm = { instance_label: 'just-started', status: 'running' };
    const created = await fetch(`${control}/vms`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(vm),
    });
    expect(created.ok).toBe(true);
    const browser = await launchChromium();
    try {
      const panel = await browser.newPage({ viewport: { width: 400, height: 600 } });
      await panel.goto(demo.read(/Panel +(http\S+)/));
      await panel.getByRole('button', { name: 'No alert' }).click();
      const row = panel.getByRole('listitem').filter({ hasText: 'just-started' });
      // The open panel asks every 10 s, and what does not answer yet is tried again some seconds later.
      await row.getByText('ready to log in').waitFor({ timeout: 60_000 });
    } finally {
      await browser.close();
    }
    expect(await demo.end()).toBe(0);
  });
}

test('~/.ssh is left alone, and what somebody agreed to there is taken back at the end', async () => {
  const demo = await startDemo('--signed-in', '--browser');
  const config = join(demo.home, '.ssh', 'config');
  expect(existsSync(join(demo.home, '.ssh'))).toBe(false);
  await mkdir(join(demo.home, '.ssh'), { mode: 0o700 });
  await writeFile(config, 'Host mine\n', { mode: 0o600 });
  await askApp(demo.read(/Panel +(http\S+)/), REQUEST_CHANNELS.addInclude, undefined);
  expect(await readFile(config, 'utf8')).toMatch(/^# .*\nInclude .*gpu-tray-demo-.*\nHost mine\n$/);
  expect(await demo.end()).toBe(0);
  expect(await readFile(config, 'utf8')).toBe('Host mine\n');
});

if (electronBinary() === null) {
  test('why it runs in a browser is told', async () => {
    const demo = await startDemo();
    expect(demo.printed).toContain('(ELECTRON_SKIP_BINARY_DOWNLOAD is set)');
    expect(await demo.end()).toBe(0);
  });
}

test('wrong arguments are told', async () => {
  await expect(startDemo('--port', 'x')).rejects.toThrow('--port takes a number');
});
