import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { afterEach, expect, test } from 'vitest';
import { requestChannel } from '../../src/shared/ipc/index.ts';
import { askApp } from '../../tests/browser-host/index.ts';
import { CHROMIUM } from '../../tests/chromium.ts';
import { ownHome } from '../../tests/e2e/fixture/own-home.ts';
import { electronBinary } from '../electron.ts';

const SCRIPT = resolve(import.meta.dirname, '../demo.ts');
const READY = 'Press Ctrl-C to end.';

const running: ChildProcess[] = [];
const homes: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  for (const remove of homes.splice(0)) await remove();
});

/** Starts the demo in a home of its own and resolves once it runs. Downloads nothing and opens no window. */
async function startDemo(args: readonly string[] = [], more: NodeJS.ProcessEnv = {}) {
  const { folder: home, remove } = await ownHome();
  homes.push(remove);
  const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
  const child = spawn('node', [SCRIPT, ...args], {
    env: {
      ...env,
      ELECTRON_SKIP_BINARY_DOWNLOAD: '1',
      ...{ HOME: home, USERPROFILE: home },
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let printed = '';
  const { promise, resolve: ready, reject } = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.includes(READY)) ready();
    });
  }
  const closed = once(child, 'close');
  void closed.then(([code]) => reject(new Error(`ended with ${String(code)}: ${printed}`)));
  await promise;
  return {
    printed,
    home,
    read: (pattern: RegExp) => pattern.exec(printed)?.[1] ?? '',
    async end() {
      child.kill('SIGINT');
      const [code]: unknown[] = await closed;
      return code;
    },
  };
}

test('opens signed in, and leaves nothing behind', async () => {
  const demo = await startDemo(['--browser']);
  expect(demo.printed).toMatch(/Sign-in +done/);
  expect(demo.printed).toContain('--browser was given');
  const control = demo.read(/Tray +(http\S+)/);
  const tray = async () => (await fetch(control)).text();
  await expect.poll(tray).toMatch(/"tooltip":"[^"]*\d+ running/);
  expect((await fetch(demo.read(/Panel +(http\S+)/))).status).toBe(200);
  const folder = demo.read(/Settings +(\S+),/);
  expect(existsSync(folder)).toBe(true);
  const service = demo.read(/Service +(\S+)/);
  expect((await fetch(`${service}/pricing`)).status).toBe(200);

  expect(await demo.end()).toBe(0);
  expect(existsSync(folder)).toBe(false);
  await expect(fetch(`${service}/pricing`)).rejects.toThrow();
});

test('with --first-run begins at the sign-in and prints credentials', async () => {
  const demo = await startDemo(['--first-run']);
  expect(demo.printed).toMatch(/API key +sim_live_/);
  expect(demo.printed).toMatch(/or +\S+@\S+, password \S+/);
  if (electronBinary() === null)
    expect(demo.printed).toContain('ELECTRON_SKIP_BINARY_DOWNLOAD is set');
  expect(await demo.end()).toBe(0);
});

test.runIf(process.platform === 'linux')(
  'opens the page in the default browser where there is a display',
  async () => {
    const { folder, remove } = await ownHome();
    homes.push(remove);
    const opened = join(folder, 'opened');
    const opener = join(folder, 'xdg-open');
    await writeFile(opener, `#!/bin/sh\nprintf %s "$1" > '${opened}'\n`);
    await chmod(opener, 0o755);
    const demo = await startDemo(['--browser'], {
      DISPLAY: ':99',
      PATH: [folder, process.env['PATH']].join(delimiter),
    });
    await expect
      .poll(() => readFile(opened, 'utf8').catch(() => ''))
      .toBe(demo.read(/Panel +(http\S+)/));
    expect(await demo.end()).toBe(0);
  },
);

// macOS has only 127.0.0.1, and each simulated VM has a loopback address of its own.
test.runIf(process.platform !== 'darwin')(
  'the launched VM becomes ready to log in, and the alert fires',
  async () => {
    const demo = await startDemo(['--browser']);
    const browser = await chromium.launch(CHROMIUM);
    try {
      const panel = await browser.newPage({ viewport: { width: 400, height: 600 } });
      await panel.goto(demo.read(/Panel +(http\S+)/));
      const row = panel.getByRole('listitem').filter({ hasText: 'fine-tune-7b' });
      await row.getByText(/ready/).waitFor({ timeout: 60_000 });
      const control = demo.read(/Tray +(http\S+)/);
      const state = async () => (await fetch(control)).text();
      await expect.poll(state, { timeout: 60_000 }).toMatch(/"title":"[^"]*[Hh]ourly rate/);
    } finally {
      await browser.close();
    }
    expect(await demo.end()).toBe(0);
  },
);

test('leaves ~/.ssh alone, and removes the line that the user had it add', async () => {
  const demo = await startDemo(['--browser']);
  const config = join(demo.home, '.ssh', 'config');
  expect(existsSync(join(demo.home, '.ssh'))).toBe(false);
  await mkdir(join(demo.home, '.ssh'), { mode: 0o700 });
  await writeFile(config, 'Host mine\n', { mode: 0o600 });
  await askApp(demo.read(/Panel +(http\S+)/), requestChannel('addInclude'), undefined);
  expect(await readFile(config, 'utf8')).toMatch(/^# .*\nInclude .*gpu-tray-demo-.*\nHost mine\n$/);
  expect(await demo.end()).toBe(0);
  expect(await readFile(config, 'utf8')).toBe('Host mine\n');
});

test('rejects a wrong port', async () => {
  await expect(startDemo(['--port', 'x'])).rejects.toThrow('--port takes a number');
});
