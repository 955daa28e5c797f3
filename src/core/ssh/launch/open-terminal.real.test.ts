import { spawn } from 'node:child_process';
import {
  chmod,
  lutimes,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { Unquotable } from '../commands/quote.ts';
import { type LaunchPorts, openFirstTerminal, openTerminal } from './open-terminal.ts';
import { customTerminal, type Terminal } from './terminals.ts';

let folder = '';
let temporaryFolder = '';
const started = new Set<number>();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-tray-launch-'));
  temporaryFolder = await mkdtemp(join(folder, 'tmp-'));
});
afterEach(async () => {
  for (const pid of started) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  started.clear();
  await rm(folder, { recursive: true });
});

/** The clock does not advance, so that a process is watched until it exits, however busy the machine is. */
function ports(more: Partial<LaunchPorts> = {}): LaunchPorts {
  return { env: process.env, home: folder, temporaryFolder, clock: createVirtualClock(), ...more };
}

/** A script in place of a terminal. */
async function program(name: string, body: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${body}\n`);
  await chmod(path, 0o755);
  return path;
}

function terminal(path: string, more: Partial<Terminal> = {}): Terminal {
  return { ...customTerminal([path, '-e', '{command}']), name: 'Test Terminal', ...more };
}

async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`timeout: ${what}`);
    await pause(20);
  }
}

async function content(name: string): Promise<string | null> {
  return readFile(join(folder, name), 'utf8').catch(() => null);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Writes its arguments, then its process id, and stays. */
const STAYING = `printf '%s\\0' "$@" > args.new && mv args.new args && echo $$ > pid.new && mv pid.new pid
while :; do sleep 0.05; echo still here >&2; echo x >> alive; done`;

async function stayingPid(): Promise<number> {
  await until('the terminal runs', async () => (await content('pid')) !== null);
  const pid = Number(await content('pid'));
  started.add(pid);
  return pid;
}

describe('openTerminal', () => {
  test('passes the arguments unchanged and removes its temporary files', async () => {
    const path = await program('stay', STAYING);
    const args = ['ssh', 'a b', '$(touch pwned)', '; touch pwned', '', "it's", 'ü☃', '-e', '--'];
    const [first = '', ...rest] = args;
    const clock = createVirtualClock();
    const opening = openTerminal(terminal(path), [first, ...rest], ports({ clock }));
    await stayingPid();
    await until('it is watched', async () => clock.pending().length === 1);
    expect(clock.pending()).toEqual([1_500]);
    await clock.advance(1_500);
    expect(await opening).toEqual({ state: 'opened' });
    expect(await content('args')).toBe(['-e', ...args].map((one) => `${one}\0`).join(''));
    expect(await readdir(folder)).not.toContain('pwned');
    expect(await readdir(temporaryFolder)).toEqual([]);
  });

  test('passes the environment without Electron’s variables', async () => {
    const path = await program('env', 'env > seen');
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', MARK: 'yes' };
    expect(await openTerminal(terminal(path), ['ssh', 'h'], ports({ env }))).toEqual({
      state: 'opened',
    });
    const seen = (await content('seen')) ?? '';
    expect(seen).toContain('MARK=yes\n');
    expect(seen).not.toContain('ELECTRON_');
  });
});

describe('a failure to start is reported', () => {
  test('for a missing program', async () => {
    const path = join(folder, 'nowhere');
    const outcome = await openTerminal(terminal(path), ['ssh', 'h'], ports());
    const problem = `Failed to start Test Terminal: ${path} not found.`;
    expect(outcome).toEqual({ state: 'notStarted', problem });
  });

  test.each([
    [
      `echo 'info: version 1' >&2; printf '\\033[31merr: no display\\033[0m\\n' >&2; exit 3`,
      '(exit code 3): err: no display',
    ],
    ['kill -ABRT $$', '(SIGABRT).'],
  ])('of a program that does %s', async (body, ending) => {
    const path = await program('fails', body);
    const outcome = await openTerminal(terminal(path), ['ssh', 'h'], ports());
    expect(outcome).toEqual({
      state: 'failed',
      problem: `Test Terminal failed to start ${ending}`,
    });
    expect(await readdir(temporaryFolder)).toEqual([]);
  });
});

test('a terminal outlives the app when that is killed', async () => {
  const path = await program('stay', STAYING);
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const script = `
    import { systemClock } from ${module('../../clock.ts')};
    import { openTerminal } from ${module('./open-terminal.ts')};
    import { customTerminal } from ${module('./terminals.ts')};
    await openTerminal(customTerminal([${JSON.stringify(path)}, '{command}']), ['ssh', 'h'], {
      env: process.env, home: ${JSON.stringify(folder)},
      temporaryFolder: ${JSON.stringify(temporaryFolder)}, clock: systemClock,
    });
    setInterval(() => undefined, 1_000);`;
  const app = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: 'ignore',
    detached: true,
  });
  const pid = await stayingPid();
  const gone = new Promise((resolve) => app.once('exit', resolve));
  // Its whole group, as when a session or a terminal ends.
  if (app.pid === undefined) throw new Error('The app did not start.');
  process.kill(-app.pid, 'SIGKILL');
  await gone;
  const before = (await content('alive'))?.length ?? 0;
  const stillWrites = async () => ((await content('alive'))?.length ?? 0) > before + 4;
  await until('it still writes to stderr', stillWrites);
  expect(isAlive(pid)).toBe(true);
});

describe('openFirstTerminal', () => {
  test('starts the first one that can be started', async () => {
    const good = terminal(await program('client', 'exit 0'));
    const refusing: Terminal = {
      ...terminal('x'),
      launch() {
        throw new Unquotable('No.');
      },
    };
    const missing = terminal(join(folder, 'nowhere'));
    const opened = await openFirstTerminal([refusing, missing, good], ['ssh', 'h'], ports());
    expect(opened).toEqual({ state: 'opened' });
    const failed = await openFirstTerminal([refusing, missing], ['ssh', 'h'], ports());
    expect(failed).toEqual({ state: 'notStarted', problem: 'No.' });
    expect(await openFirstTerminal([], ['ssh', 'h'], ports())).toBeNull();
  });

  test('tries no other once one was started, even if it failed', async () => {
    const failing = terminal(await program('fails', 'exit 1'));
    const other = terminal(await program('other', 'touch opened'));
    const result = await openFirstTerminal([failing, other], ['ssh', 'h'], ports());
    expect(result?.state).toBe('failed');
    expect(await readdir(folder)).not.toContain('opened');
  });
});

describe('a launch file', () => {
  const HOUR_MS = 3_600_000;
  const OURS = /^ours-[0-9]\.yaml$/;
  const DAY_AGO = -86_400;

  /** Opens a terminal that reads `ours-2.yaml` in that folder. */
  async function openWithFile(launches: string) {
    const file = { path: join(launches, 'ours-2.yaml'), content: 'exec: x\n', ours: OURS };
    const path = await program('reads', `cat ${file.path} > seen`);
    const launch = () => ({ argv: [path], file }) as const;
    return openTerminal({ ...terminal(path), launch }, ['ssh'], ports());
  }

  /** A file that is that many ms old at the virtual clock's start. */
  async function fileOfAge(path: string, ageMs: number): Promise<void> {
    await writeFile(path, 'old');
    const seconds = (createVirtualClock().now() - ageMs) / 1_000;
    await utimes(path, seconds, seconds);
  }

  test('is for the user alone, and replaces those of earlier launches, and nothing else', async () => {
    const launches = join(folder, 'launches');
    await mkdir(launches);
    for (const name of ['ours-1.yaml', 'ours-x.yaml', 'theirs.yaml'])
      await fileOfAge(join(launches, name), 2 * HOUR_MS);
    await fileOfAge(join(launches, 'ours-4.yaml'), HOUR_MS - 1_000);
    // A link is removed, not its target; a folder stays, and is no reason not to start the terminal.
    await symlink(join(launches, 'theirs.yaml'), join(launches, 'ours-5.yaml'));
    await mkdir(join(launches, 'ours-3.yaml'));
    const longAgo = createVirtualClock().now() / 1_000 + DAY_AGO;
    for (const name of ['ours-3.yaml', 'ours-5.yaml'])
      await lutimes(join(launches, name), longAgo, longAgo);
    expect(await openWithFile(launches)).toEqual({ state: 'opened' });
    expect(await content('seen')).toBe('exec: x\n');
    expect((await stat(join(launches, 'ours-2.yaml'))).mode & 0o777).toBe(0o600);
    expect((await readdir(launches)).toSorted()).toEqual([
      ...['ours-2.yaml', 'ours-3.yaml', 'ours-4.yaml', 'ours-x.yaml', 'theirs.yaml'],
    ]);
  });
});
