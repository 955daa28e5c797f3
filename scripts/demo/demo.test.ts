import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestChannel } from '../../src/shared/ipc/bridge.ts';
import { PROVIDERS } from '../../src/shared/providers/providers.ts';
import { askApp } from '../../tests/browser-host/index.ts';
import { ownHome } from '../../tests/e2e/fixture/own-home.ts';
import { SANDBOX, writeElectron } from '../testing/stand-in.ts';
import { IDLE, PLACES } from './story.ts';

const SCRIPT = resolve(import.meta.dirname, '../demo.ts');
const READY = 'Press Ctrl-C to end.';
const SKIP_TIME = new URL('../../tests/skip-time.mjs', import.meta.url).href;

const running: ChildProcess[] = [];
const homes: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  for (const remove of homes.splice(0)) await remove();
});

/** Starts the demo in a home of its own and resolves once it prints this. Downloads nothing and opens no window. */
async function startDemo(args: readonly string[], more: NodeJS.ProcessEnv = {}, until = READY) {
  const { folder: home, programs, remove } = await ownHome();
  homes.push(remove);
  // The app starts ssh some 150 times, for the settings of each VM, which no test here reads.
  await writeFile(join(programs, 'ssh'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
  const child = spawn('node', ['--import', SKIP_TIME, SCRIPT, ...args], {
    env: {
      ...env,
      // Without the developer's keychain and settings.
      ...{ HOME: home, USERPROFILE: home, DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
      ...more,
      PATH: [programs, more['PATH'] ?? env['PATH']].join(delimiter),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let printed = '';
  const { promise, resolve: ready, reject } = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.includes(until)) ready();
    });
  }
  const closed = once(child, 'close');
  void closed.then(([code]) => reject(new Error(`ended with ${String(code)}: ${printed}`)));
  await promise;
  return {
    printed: () => printed,
    home,
    read: (pattern: RegExp) => pattern.exec(printed)?.[1] ?? '',
    /** Skips 5 s of the story, of its VMs' time, and of Electron's start. */
    skip: () => void child.kill('SIGUSR2'),
    ended: closed.then(([code]: unknown[]) => code),
    async end() {
      child.kill('SIGINT');
      const [code]: unknown[] = await closed;
      return code;
    },
  };
}

/** An environment in which Electron is this shell script. */
async function electron(...lines: readonly string[]) {
  const { folder, remove } = await ownHome();
  homes.push(remove);
  const binary = await writeElectron(folder, ...lines);
  return { folder: dirname(binary), env: { ELECTRON_OVERRIDE_DIST_PATH: folder } };
}

describe('npm run demo, where Electron fails to start', () => {
  let demo: Awaited<ReturnType<typeof startDemo>>;
  let opened = '';
  const appState = async () => (await fetch(demo.read(/Tray +(http\S+)/))).text();

  beforeAll(async () => {
    const { folder, env } = await electron(`echo '${SANDBOX}' >&2`, 'exit 133');
    opened = join(folder, 'opened');
    const opener = join(folder, 'xdg-open');
    await writeFile(opener, `#!/bin/sh\nprintf %s "$1" > '${opened}'\n`, { mode: 0o755 });
    const PATH = [folder, process.env['PATH']].join(delimiter);
    demo = await startDemo([], { ...env, DISPLAY: ':99', PATH });
  });

  test('continues in a browser, and says why and what to do', async () => {
    const printed = demo.printed();
    expect(printed).toContain('Electron failed to start: The SUID sandbox helper binary');
    expect(printed).toContain('kernel.apparmor_restrict_unprivileged_userns=0');
    expect(printed).not.toContain('click the chip');
    expect((await fetch(demo.read(/Panel +(http\S+)/))).status).toBe(200);
  });

  test('opens signed in', async () => {
    expect(demo.printed()).toMatch(/Sign-in +done/);
    await expect.poll(appState).toMatch(/"tooltip":"[^"]*\d+ running/);
  });

  test.skipIf(process.platform === 'win32')('shows the two idle VMs from the start', async () => {
    const idle = async () =>
      [...(await appState()).matchAll(/"label":"([\w-]+) [^"]* idle"/g)].map(([, name]) => name);
    await expect.poll(idle).toEqual(IDLE);
  });

  test('has an account at each provider, with a name', async () => {
    const poll = { timeout: 120_000, interval: 200 };
    // In the tray's submenu of a VM.
    for (const name of ['Studio', 'Research'])
      await expect.poll(appState, poll).toContain(`"label":"${name} · `);
    const settings = await readFile(join(demo.read(/Files +(\S+),/), 'settings.json'), 'utf8');
    for (const name of ['Studio', 'Research', 'Side project', 'Lab'])
      expect(settings).toContain(`"${name}"`);
  });

  test.runIf(process.platform === 'linux')(
    'opens the page in the default browser where there is a display',
    async () => {
      await expect
        .poll(() => readFile(opened, 'utf8').catch(() => ''))
        .toBe(demo.read(/Panel +(http\S+)/));
    },
  );

  // macOS has only 127.0.0.1, and each simulated VM has a loopback address of its own.
  test.runIf(process.platform !== 'darwin')(
    'the launched VM becomes ready to log in, and the alert fires',
    async () => {
      const poll = { timeout: 120_000, interval: 500 };
      const panel = demo.read(/Panel +(http\S+)/);
      async function later(): Promise<string> {
        demo.skip();
        await askApp(panel, requestChannel('refresh'), { accountId: null });
        return appState();
      }
      await expect.poll(later, poll).toContain('"title":"You can log in to fine-tune-7b"');
      await expect.poll(later, poll).toMatch(/"(title|body)":"[^"]*[Hh]ourly rate/);
    },
  );

  test('ends with 0, and writes to its own folder only, also short SSH names', async () => {
    const folder = demo.read(/Files +(\S+),/);
    const service = demo.read(/service at (\S+),/);
    expect(existsSync(folder)).toBe(true);
    expect((await fetch(`${service}/pricing`)).status).toBe(200);
    await askApp(demo.read(/Panel +(http\S+)/), requestChannel('addInclude'), undefined);
    const config = join(folder, 'home', '.ssh', 'config');
    expect(await readFile(config, 'utf8')).toMatch(/^Include .*gpu-tray-demo-/m);

    expect(await demo.end()).toBe(0);
    expect(await readdir(demo.home)).toEqual(['bin']);
    expect(existsSync(folder)).toBe(false);
    await expect(fetch(`${service}/pricing`)).rejects.toThrow();
  });
});

test('with --first-run and --browser begins at the sign-in, which accepts the key printed with each cloud', async () => {
  const demo = await startDemo(['--first-run', '--browser']);
  expect(demo.printed()).toContain('--browser was given');
  expect(demo.printed()).toMatch(/or +\S+@\S+, password \S+/);
  const panel = demo.read(/Panel +(http\S+)/);
  for (const { provider, name } of PLACES) {
    const key = demo.read(new RegExp(`${name} .*\n +API key +(\\S+)`));
    const baseUrl = PROVIDERS[provider].address ?? demo.read(/service at (\S+),/);
    const request = { provider, baseUrl, key, accountId: null };
    const answer = await askApp(panel, requestChannel('signInWithKey'), request);
    expect([name, answer]).toMatchObject([name, { ok: true }]);
  }
  expect(await demo.end()).toBe(0);
});

test('in Electron without a keychain prints the credentials, and fails when Electron ends with an error', async () => {
  const { folder, env } = await electron(
    'while ! test -e "$(dirname "$0")/end-now" && kill -0 $PPID; do sleep 0.1; done',
    `echo '${SANDBOX}' >&2`,
    'exit 133',
  );
  const demo = await startDemo([], env, 'Starting Electron…');
  const skipped = () => {
    demo.skip();
    return demo.printed();
  };
  await expect.poll(skipped, { timeout: 120_000, interval: 500 }).toContain(READY);
  expect(demo.printed()).toContain('click the chip');
  expect(demo.printed()).toMatch(/Sign-in +failed, as without a keychain/);
  expect(demo.printed()).toMatch(/API key +sim_live_/);
  await writeFile(join(folder, 'end-now'), '');
  expect(await demo.ended).toBe(1);
  expect(demo.printed()).toContain(SANDBOX);
  expect(demo.printed()).toContain('Electron ended with code 133');
});

test('rejects a wrong port', async () => {
  await expect(startDemo(['--port', 'x'])).rejects.toThrow('--port takes a number');
});
