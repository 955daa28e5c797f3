import { readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import { type LaunchOutcome, openTerminal } from '../../src/core/ssh/launch/open-terminal.ts';
import {
  customTerminal,
  findTerminals,
  systemTerminalSearch,
  type Terminal,
} from '../../src/core/ssh/launch/terminals.ts';
import { createVirtualClock } from '../../src/core/testing/virtual-clock.ts';
import { type Desktop, type Session, startDesktop } from './desktop.ts';
import { listeningKitty } from './kitty-window.ts';
import { hasEnded, waitsForInput } from './processes.ts';
import type { Call } from './recorder.ts';

const ENV = { ...process.env, DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' };

/** Every terminal of the table that is installed here. */
const INSTALLED = findTerminals(systemTerminalSearch('linux', ENV, '/nowhere'))
  .map(({ id }) => id)
  .filter((id) => id !== 'xdg-terminal-exec' && id !== 'x-terminal-emulator');

/** What x-terminal-emulator may lead to on Debian. */
const ALTERNATIVES = [
  ...['gnome-terminal.wrapper', 'kgx', 'konsole', 'xfce4-terminal.wrapper'],
  ...['kitty', 'alacritty', 'foot', 'xterm'],
] as const;

/** Arguments that a shell, a wrapper or an option parser on the way could change. */
const ARGS = [
  'gpu-train-1',
  '-o',
  'ForwardAgent no',
  '',
  ' ',
  "it's",
  'say "hi"',
  'back\\slash\\',
  '$(touch pwned)',
  '`touch pwned`',
  '; touch pwned;',
  '&& touch pwned',
  '| touch pwned',
  '> pwned',
  "'; touch pwned; '",
  '"; touch pwned; "',
  '-oProxyCommand=touch pwned',
  '%r%n%d %s',
  '*',
  '~',
  '~root',
  '!!',
  '#x',
  '{a,b}',
  '-e',
  '-x',
  '-h',
  '--',
  '--help',
  '--version',
  '--hold',
  '--display=:99',
  '{command}',
  'ünïcödé ☃ 🚀',
  '\u202e1.2.3.4',
  'new\nline; touch pwned',
  'tab\tbed',
  '\u001b]0;title\u0007',
  '--',
  '',
] as const;

/** Longer than a terminal is watched, in ms. */
const WATCHED_MS = 3_600_000;

let desktop: Desktop;
beforeAll(async () => {
  desktop = await startDesktop();
});
afterAll(() => desktop?.close());

let session: Session;
beforeEach(async () => {
  session = await desktop.logIn();
});
afterEach(() => session.logOut());

function envFor(program: string): Readonly<NodeJS.ProcessEnv> {
  return program === 'foot' ? session.waylandEnv : session.env;
}

function terminal(id: string, env: Readonly<NodeJS.ProcessEnv>): Terminal {
  const found = findTerminals(systemTerminalSearch('linux', env, desktop.home));
  const one = found.find((candidate) => candidate.id === id);
  if (one === undefined) throw new Error(`${id} is not installed`);
  return one;
}

function open(
  opened: Terminal,
  args: readonly string[],
  env: Readonly<NodeJS.ProcessEnv>,
  clock: Clock = systemClock,
): Promise<LaunchOutcome> {
  const ports = { env, home: desktop.home, temporaryFolder: tmpdir(), clock };
  return openTerminal(opened, ['ssh', ...args], ports);
}

/** Waits for ssh to be called with `ARGS` unchanged. */
async function callWithArgs(): Promise<Call> {
  const call = await desktop.ssh.call();
  expect(call.args).toEqual(ARGS);
  expect(await readdir(desktop.home)).not.toContain('pwned');
  return call;
}

test('the terminals that Debian 12 packages are installed here', () => {
  expect(INSTALLED).toEqual(
    expect.arrayContaining([
      ...['gnome-terminal', 'kgx', 'konsole', 'xfce4-terminal'],
      ...['kitty', 'alacritty', 'foot', 'xterm'],
    ]),
  );
});

describe.each(INSTALLED)('%s', (id) => {
  test('passes the arguments to ssh unchanged, and stays open when ssh fails', async () => {
    const env = envFor(id);
    const clock = createVirtualClock();
    await desktop.ssh.begin(255);
    const outcome = open(terminal(id, env), ARGS, env, clock);
    const { parent } = await callWithArgs();
    await waitsForInput(parent);
    await clock.advance(WATCHED_MS);
    expect(await outcome).toEqual({ state: 'opened' });
    await waitsForInput(parent);
  });
});

describe.each(ALTERNATIVES)('x-terminal-emulator that leads to %s', (program) => {
  test('passes the arguments to ssh unchanged, and closes when ssh succeeds', async () => {
    const link = join(desktop.bin, 'x-terminal-emulator');
    await rm(link, { force: true });
    await symlink(`/usr/bin/${program}`, link);
    const env = envFor(program);
    await desktop.ssh.begin(0);
    const outcome = open(terminal('x-terminal-emulator', env), ARGS, env);
    const { parent } = await callWithArgs();
    await hasEnded(parent);
    expect(await outcome).toEqual({ state: 'opened' });
    await rm(link);
  });
});

describe('a kitty window', () => {
  async function openKitty() {
    const { env, window } = await listeningKitty(session);
    await desktop.ssh.begin(255);
    const outcome = open(terminal('kitty', env), ['gpu-train-1'], env);
    const { parent } = await desktop.ssh.call();
    return { parent, window, outcome };
  }

  test.each([
    ['Enter', '\r'],
    ['Ctrl-C', '\u0003'],
  ])('shows why ssh failed until %s is pressed', async (_, key) => {
    const { parent, window, outcome } = await openKitty();
    const kitty = await window();
    const text = await kitty.text('Press Enter to close this window.');
    expect(text).toContain('me@vm: this ssh ends with 255.');
    await waitsForInput(parent);
    await kitty.type('q');
    await kitty.text('this window.\nq');
    await waitsForInput(parent);
    await kitty.type(key);
    await hasEnded(parent);
    await session.hasEnded('kitty');
    expect(await outcome).toEqual({ state: 'opened' });
  });
});

test('a custom command passes the arguments to ssh unchanged, and is not held open', async () => {
  const custom = customTerminal(['xterm', '-title', 'My GPU', '-e', '{command}']);
  await desktop.ssh.begin(255);
  const outcome = open(custom, ARGS, session.env);
  await callWithArgs();
  await session.hasEnded('xterm');
  expect(await outcome).toEqual({ state: 'opened' });
});

test.each(['xterm', 'kitty', 'gnome-terminal'] as const)(
  '%s reports why it does not open without a display',
  async (id) => {
    await desktop.ssh.begin(0);
    const opened = terminal(id, session.env);
    const { DISPLAY: _, DBUS_SESSION_BUS_ADDRESS: __, ...rest } = session.env;
    // The clock does not advance: a slow machine must not make it look opened.
    const clock = createVirtualClock();
    const outcome = await open(opened, ['gpu-train-1'], { ...rest, DISPLAY: ':9999' }, clock);
    expect(outcome).toMatchObject({ state: 'failed', problem: expect.stringContaining('): ') });
  },
);
