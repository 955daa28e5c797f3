import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createVirtualClock } from '../../virtual-clock.ts';
import { launchProblem } from './launch-outcome.ts';
import { openFirstTerminal } from './open-first.ts';
import { type LaunchPorts, openTerminal } from './open-terminal.ts';
import { ownTerminal } from './own-terminal.ts';
import type { Terminal } from './terminal.ts';

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

/** By a clock that stands still: a program that ends is watched until it has, however busy the machine is. */
function ports(more: Partial<LaunchPorts> = {}): LaunchPorts {
  return { env: process.env, home: folder, temporaryFolder, clock: createVirtualClock(), ...more };
}

/** A program of the test's own, which stands for a terminal's. */
async function program(name: string, body: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${body}\n`);
  await chmod(path, 0o755);
  return path;
}

function terminal(path: string, more: Partial<Terminal> = {}): Terminal {
  return { ...ownTerminal([path, '-e', '{command}']), name: 'Test Terminal', ...more };
}

async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Not in time: ${what}`);
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

/** Writes its process id, then its words, and stays. */
const STAYING = `printf '%s\\0' "$@" > words.new && mv words.new words && echo $$ > pid.new && mv pid.new pid
while :; do sleep 0.05; echo still here >&2; echo x >> alive; done`;

async function stayingPid(): Promise<number> {
  await until('the terminal runs', async () => (await content('pid')) !== null);
  const pid = Number(await content('pid'));
  started.add(pid);
  return pid;
}

describe('a terminal', () => {
  test('is given the words as they are, in the home folder, and nothing is left behind', async () => {
    const path = await program('stay', STAYING);
    const words = ['ssh', 'a b', '$(touch pwned)', '; touch pwned', '', "it's", 'ü☃', '-e', '--'];
    const [first = '', ...rest] = words;
    const clock = createVirtualClock();
    const opening = openTerminal(terminal(path), [first, ...rest], ports({ clock }));
    await stayingPid();
    await until('it is watched', async () => clock.pending().length === 1);
    expect(clock.pending()).toEqual([1_500]);
    await clock.advance(1_500);
    expect(await opening).toEqual({ state: 'opened' });
    expect(await content('words')).toBe(['-e', ...words].map((word) => `${word}\0`).join(''));
    expect(await readdir(folder)).not.toContain('pwned');
    expect(await readdir(temporaryFolder)).toEqual([]);
  });

  test('is given its environment without ours', async () => {
    const path = await program('env', 'env > seen');
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', MARK: 'yes' };
    expect(await openTerminal(terminal(path), ['ssh', 'h'], ports({ env }))).toEqual({
      state: 'opened',
    });
    const seen = (await content('seen')) ?? '';
    expect(seen).toContain('MARK=yes\n');
    expect(seen).not.toContain('ELECTRON_');
  });

  test('that ends well has opened its window elsewhere', async () => {
    const path = await program('client', 'exit 0');
    expect(await openTerminal(terminal(path), ['ssh', 'h'], ports())).toEqual({ state: 'opened' });
  });

  test('reads its file before it starts, which only the user may read', async () => {
    const launchFile = join(folder, 'deep', 'er', 'launch.yaml');
    const file = { path: launchFile, content: 'exec: x\n', ours: /^launch/ };
    const path = await program('reads', `cat ${file.path} > seen`);
    const launch = () => ({ state: 'argv', argv: [path], file }) as const;
    expect(await openTerminal({ ...terminal(path), launch }, ['ssh'], ports())).toEqual({
      state: 'opened',
    });
    expect(await content('seen')).toBe('exec: x\n');
    expect((await stat(file.path)).mode & 0o777).toBe(0o600);
  });
});

describe('a failure is told', () => {
  test('a program that is not there', async () => {
    const path = join(folder, 'nowhere');
    const outcome = await openTerminal(terminal(path), ['ssh', 'h'], ports());
    expect(outcome).toEqual({ state: 'absent', program: path });
    expect(launchProblem('kitty', outcome)).toBe(
      `kitty could not be started: ${path} is not there.`,
    );
  });

  test('a program that may not be run', async () => {
    const path = join(folder, 'plain');
    await writeFile(path, '#!/bin/sh\n', { mode: 0o644 });
    const outcome = await openTerminal(terminal(path), ['ssh', 'h'], ports());
    expect(outcome).toEqual({ state: 'forbidden', program: path });
    expect(launchProblem('kitty', outcome)).toMatch(/may not be run/);
  });

  test('a program that ends at once, with its first complaint', async () => {
    const body = `echo 'info: version 1' >&2; printf '\\033[31merr: no display\\033[0m\\nmore\\n' >&2; exit 3`;
    const path = await program('fails', body);
    const outcome = await openTerminal(terminal(path), ['ssh', 'h'], ports());
    expect(outcome).toEqual({
      state: 'failed',
      ending: 'exit code 3',
      complaint: 'err: no display',
    });
    expect(launchProblem('kitty', outcome)).toBe(
      'kitty ended at once (exit code 3): err: no display',
    );
    expect(await readdir(temporaryFolder)).toEqual([]);
  });

  test('a program that is ended by a signal, in silence', async () => {
    const path = await program('dies', 'kill -ABRT $$');
    const outcome = await openTerminal(terminal(path), ['ssh', 'h'], ports());
    expect(outcome).toEqual({ state: 'failed', ending: 'by SIGABRT', complaint: null });
    expect(launchProblem('kitty', outcome)).toBe('kitty ended at once (by SIGABRT).');
  });

  test('a failure of the command itself is not the terminal’s', async () => {
    const path = await program('foot', 'exit "$2"');
    const foot = terminal(path, { failureCodes: [230] });
    expect(await openTerminal(foot, ['255'], ports())).toEqual({ state: 'opened' });
    expect(await openTerminal(foot, ['230'], ports())).toMatchObject({ state: 'failed' });
  });

  test('no place for its complaints', async () => {
    const path = await program('client', 'exit 0');
    const nowhere = ports({ temporaryFolder: join(folder, 'nowhere') });
    const outcome = await openTerminal(terminal(path), ['ssh', 'h'], nowhere);
    expect(outcome).toMatchObject({ state: 'failed', ending: 'ENOENT' });
  });

  test('a word that no program can be given', async () => {
    const path = await program('client', 'exit 0');
    const outcome = await openTerminal(terminal(path), ['ssh', 'a\0b'], ports());
    expect(outcome).toMatchObject({ state: 'failed', ending: 'ERR_INVALID_ARG_VALUE' });
  });

  test('a batch file, which would read the words by other rules', async () => {
    const outcome = await openTerminal(terminal('C:\\x\\start.BAT'), ['ssh'], ports());
    expect(outcome.state).toBe('refused');
    expect(launchProblem('kitty', outcome)).toMatch(/batch file.*copy the command/);
  });
});

test('the terminal outlives the app that started it, killed in the middle', async () => {
  const path = await program('stay', STAYING);
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const script = `
    import { systemClock } from ${module('../../clock.ts')};
    import { openTerminal } from ${module('./open-terminal.ts')};
    import { ownTerminal } from ${module('./own-terminal.ts')};
    await openTerminal(ownTerminal([${JSON.stringify(path)}, '{command}']), ['ssh', 'h'], {
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
  const isGoingOn = async () => ((await content('alive'))?.length ?? 0) > before + 4;
  await until('it goes on, complaining to nobody', isGoingOn);
  expect(isAlive(pid)).toBe(true);
});

describe('the first that can', () => {
  test('is started where the ones before it cannot be', async () => {
    const good = terminal(await program('client', 'exit 0'));
    const refusing: Terminal = {
      ...terminal('x'),
      launch: () => ({ state: 'refused', reason: 'No.' }),
    };
    const absent = terminal(join(folder, 'nowhere'));
    const opened = await openFirstTerminal([refusing, absent, good], ['ssh', 'h'], ports());
    expect(opened).toEqual({ terminal: good, outcome: { state: 'opened' } });
    const failed = await openFirstTerminal([refusing, absent], ['ssh', 'h'], ports());
    expect(failed).toEqual({ terminal: refusing, outcome: { state: 'refused', reason: 'No.' } });
    expect(await openFirstTerminal([], ['ssh', 'h'], ports())).toBeNull();
  });

  test('is not followed by another window when it was started and failed', async () => {
    const failing = terminal(await program('fails', 'exit 1'));
    const other = terminal(await program('other', 'touch opened'));
    const result = await openFirstTerminal([failing, other], ['ssh', 'h'], ports());
    expect(result?.terminal).toBe(failing);
    expect(await readdir(folder)).not.toContain('opened');
  });
});
