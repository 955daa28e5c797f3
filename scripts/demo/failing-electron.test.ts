import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ownHome } from '../../tests/e2e/fixture/own-home.ts';

// What users see when Electron is installed and fails, with shell scripts in its place.

const SKIP_TIME = new URL('../../tests/skip-time.mjs', import.meta.url).href;

/** As on stock Ubuntu 24.04, electron/electron#42510. */
const SANDBOX =
  '[4242:1121/005849.123456:FATAL:sandbox/linux/suid/client/setuid_sandbox_host.cc:163] The SUID sandbox helper binary was found, but is not configured correctly. Rather than run without sandboxing I am aborting now.';

const cleanUp: (() => unknown)[] = [];
let home = '';
let programs = '';
beforeEach(async () => {
  const own = await ownHome();
  home = own.folder;
  programs = own.programs;
  cleanUp.push(own.remove);
});
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean();
});

/** The name of Electron's binary in its folder, as the package `electron` finds it. */
function binaryName(): string {
  const names = join(dirname(createRequire(import.meta.url).resolve('electron')), 'path.txt');
  return existsSync(names) ? readFileSync(names, 'utf8').trim() : 'electron';
}

/** A folder with this script as Electron's binary. */
async function electronScript(...lines: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-electron-'));
  cleanUp.push(() => rm(folder, { recursive: true, force: true }));
  const binary = join(folder, binaryName());
  await mkdir(dirname(binary), { recursive: true });
  await writeFile(binary, ['#!/bin/sh', ...lines, ''].join('\n'));
  await chmod(binary, 0o755);
  return folder;
}

function run(script: string, args: readonly string[], dist: string, more: NodeJS.ProcessEnv = {}) {
  // Without the developer's keychain and settings.
  const env = {
    ...process.env,
    ...{ HOME: home, USERPROFILE: home, DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
    PATH: [programs, process.env['PATH']].join(delimiter),
    ELECTRON_OVERRIDE_DIST_PATH: dist,
    ...more,
  };
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', SKIP_TIME, resolve(import.meta.dirname, '..', script), ...args],
    { env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  cleanUp.push(() => child.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const ended = once(child, 'close').then(() => child.exitCode);
  return { child, ended, printed: () => printed };
}

describe('the demo', () => {
  const ready = 'Press Ctrl-C to end.';
  const patience = { timeout: 120_000 };
  /** Electron counts as started once it has run for 5 s, which are skipped. */
  async function started({ child, printed }: ReturnType<typeof run>): Promise<void> {
    await expect.poll(printed, patience).toContain('Starting Electron…');
    await expect
      .poll(
        () => {
          child.kill('SIGUSR2');
          return printed();
        },
        { ...patience, interval: 500 },
      )
      .toContain(ready);
  }

  test('continues in a browser when Electron fails to start, and says why and what to do', async () => {
    const dist = await electronScript(`echo '${SANDBOX}' >&2`, 'exit 133');
    const demo = run('demo.ts', [], dist);
    await expect.poll(demo.printed, patience).toContain(ready);
    expect(demo.printed()).toContain('Electron failed to start: The SUID sandbox helper binary');
    expect(demo.printed()).toContain('kernel.apparmor_restrict_unprivileged_userns=0');
    expect(demo.printed()).not.toContain('click the chip');
    expect(demo.printed()).toMatch(/Sign-in +done/);
    const panel = /Panel +(http\S+)/.exec(demo.printed())?.[1] ?? '';
    expect((await fetch(panel)).status).toBe(200);
    demo.child.kill('SIGINT');
    expect(await demo.ended).toBe(0);
  });

  test('fails when Electron ends with an error later', async () => {
    const signal = join(home, 'end-now');
    const dist = await electronScript(
      `while ! test -e '${signal}' && kill -0 $PPID; do sleep 0.1; done`,
      `echo '${SANDBOX}' >&2`,
      'exit 133',
    );
    const demo = run('demo.ts', ['--first-run'], dist);
    await started(demo);
    expect(demo.printed()).toContain('click the chip');
    await writeFile(signal, '');
    expect(await demo.ended).toBe(1);
    expect(demo.printed()).toContain(SANDBOX);
    expect(demo.printed()).toContain('Electron ended with code 133');
  });

  test('prints the credentials when Electron runs without a keychain', async () => {
    const demo = run(
      'demo.ts',
      [],
      await electronScript('while kill -0 $PPID; do sleep 0.1; done'),
    );
    await started(demo);
    expect(demo.printed()).toContain('no keychain to sign in through');
    expect(demo.printed()).toMatch(/API key +sim_live_/);
    demo.child.kill('SIGINT');
    expect(await demo.ended).toBe(0);
  });

  test('ends with 0 when the user quits Electron', async () => {
    const demo = run('demo.ts', ['--first-run'], await electronScript('exit 0'));
    expect(await demo.ended).toBe(0);
    expect(demo.printed()).toContain('Electron was quit');
    expect(demo.printed()).not.toContain('click the chip');
  });
});

test('npm start passes on stderr and the exit code, and says what to do', async () => {
  const dist = await electronScript(`echo '${SANDBOX}' >&2`, 'exit 133');
  const started = run('start.ts', [], dist);
  expect(await started.ended).toBe(133);
  expect(started.printed()).toContain(SANDBOX);
  expect(started.printed()).toContain('kernel.apparmor_restrict_unprivileged_userns=0');
});

// Windows decides by the file extension.
test.runIf(process.platform !== 'win32')(
  'npm start reports a binary that cannot be executed',
  async () => {
    const dist = await electronScript('exit 0');
    await chmod(join(dist, binaryName()), 0o644);
    const started = run('start.ts', [], dist);
    expect(await started.ended).toBe(127);
    expect(started.printed()).toMatch(/spawn .*EACCES/);
  },
);

test('npm start passes SIGTERM on to Electron', async () => {
  const dist = await electronScript(
    'trap "exit 7" TERM',
    'echo up >&2',
    'while kill -0 $PPID; do sleep 0.1; done',
  );
  const started = run('start.ts', [], dist);
  await expect.poll(started.printed).toContain('up');
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(7);
});

test('npm start says what to do when Electron cannot be downloaded', async () => {
  const dist = join(home, 'not-there');
  // Port 9 (discard) refuses on loopback.
  const started = run('start.ts', [], dist, {
    ...{ ELECTRON_MIRROR: 'http://127.0.0.1:9/', electron_config_cache: home },
  });
  expect(await started.ended).toBe(1);
  expect(started.printed()).toContain('Failed to download Electron.');
  for (const step of ['github.com', 'npm start', 'npm run demo'])
    expect(started.printed()).toContain(step);
});
