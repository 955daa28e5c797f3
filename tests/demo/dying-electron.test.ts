import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ownHome } from '../e2e/fixture/own-home.ts';

// What people see where Electron is there and does not live, with scripts in its place.

/** Of what stock Ubuntu 24.04 does, electron/electron#42510. */
const SANDBOX =
  '[4242:1121/005849.123456:FATAL:sandbox/linux/suid/client/setuid_sandbox_host.cc:163] The SUID sandbox helper binary was found, but is not configured correctly. Rather than run without sandboxing I am aborting now.';

const cleanUp: (() => unknown)[] = [];
let home = '';
beforeEach(async () => {
  const own = await ownHome();
  home = own.folder;
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

/** A folder in which this script is Electron. */
async function electronThat(...lines: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-electron-'));
  cleanUp.push(() => rm(folder, { recursive: true, force: true }));
  const binary = join(folder, binaryName());
  await mkdir(dirname(binary), { recursive: true });
  await writeFile(binary, ['#!/bin/sh', ...lines, ''].join('\n'));
  await chmod(binary, 0o755);
  return folder;
}

function run(script: string, args: readonly string[], dist: string) {
  // Neither a keychain nor settings of whoever runs the tests.
  const env = {
    ...process.env,
    ...{ HOME: home, USERPROFILE: home, DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
    ELECTRON_OVERRIDE_DIST_PATH: dist,
  };
  const child: ChildProcess = spawn(
    process.execPath,
    [resolve(import.meta.dirname, script), ...args],
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
  const ready = 'Ctrl-C ends it.';
  const patience = { timeout: 45_000 };

  test('goes on in a browser where Electron ends at once, and says why and what helps', async () => {
    const dist = await electronThat(`echo '${SANDBOX}' >&2`, 'exit 133');
    const demo = run('main.ts', ['--signed-in'], dist);
    await expect.poll(demo.printed, patience).toContain(ready);
    expect(demo.printed()).toContain('Electron ended at once: The SUID sandbox helper binary');
    expect(demo.printed()).toContain('kernel.apparmor_restrict_unprivileged_userns=0');
    expect(demo.printed()).not.toContain('look for the chip');
    expect(demo.printed()).toMatch(/Sign in +done/);
    const panel = /Panel +(http\S+)/.exec(demo.printed())?.[1] ?? '';
    expect((await fetch(panel)).status).toBe(200);
    demo.child.kill('SIGINT');
    expect(await demo.ended).toBe(0);
  });

  test('fails where Electron ends badly later on', async () => {
    const told = join(home, 'end-now');
    const dist = await electronThat(
      `while ! test -e '${told}' && kill -0 $PPID; do sleep 0.1; done`,
      `echo '${SANDBOX}' >&2`,
      'exit 133',
    );
    const demo = run('main.ts', [], dist);
    await expect.poll(demo.printed, patience).toContain(ready);
    expect(demo.printed()).toContain('look for the chip');
    await writeFile(told, '');
    expect(await demo.ended).toBe(1);
    expect(demo.printed()).toContain(SANDBOX);
    expect(demo.printed()).toContain('Electron ended with code 133');
  });

  test('says why it has not signed in where Electron runs without a keychain', async () => {
    const demo = run(
      'main.ts',
      ['--signed-in'],
      await electronThat('while kill -0 $PPID; do sleep 0.1; done'),
    );
    await expect.poll(demo.printed, patience).toContain(ready);
    expect(demo.printed()).toContain('not done for you: there is no keychain');
    expect(demo.printed()).toMatch(/API key +sim_live_/);
    demo.child.kill('SIGINT');
    expect(await demo.ended).toBe(0);
  });

  test('ends well with an Electron that somebody quits', async () => {
    const demo = run('main.ts', [], await electronThat('exit 0'));
    expect(await demo.ended).toBe(0);
    expect(demo.printed()).toContain('Electron was quit');
    expect(demo.printed()).not.toContain('look for the chip');
  });
});

test('npm start passes on what Electron says, names what helps, and ends as it did', async () => {
  const dist = await electronThat(`echo '${SANDBOX}' >&2`, 'exit 133');
  const started = run('start.ts', [], dist);
  expect(await started.ended).toBe(133);
  expect(started.printed()).toContain(SANDBOX);
  expect(started.printed()).toContain('kernel.apparmor_restrict_unprivileged_userns=0');
});

// Windows runs by the name's ending, and root may read but not run what nobody may.
test.runIf(process.platform !== 'win32')('npm start says why Electron cannot be run', async () => {
  const dist = await electronThat('exit 0');
  await chmod(join(dist, binaryName()), 0o644);
  const started = run('start.ts', [], dist);
  expect(await started.ended).toBe(127);
  expect(started.printed()).toMatch(/spawn .*EACCES/);
});

test('npm start ends Electron when it is to end', async () => {
  const dist = await electronThat(
    'trap "exit 7" TERM',
    'echo up >&2',
    'while kill -0 $PPID; do sleep 0.1; done',
  );
  const started = run('start.ts', [], dist);
  await expect.poll(started.printed).toContain('up');
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(7);
});
