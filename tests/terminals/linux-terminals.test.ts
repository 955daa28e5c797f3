import { readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import {
  findTerminals,
  type LaunchOutcome,
  openTerminal,
  ownTerminal,
  systemTerminalSearch,
  type Terminal,
} from '../../src/core/ssh/terminals/index.ts';
import { createVirtualClock } from '../../src/core/virtual-clock.ts';
import { type Desktop, type Session, startDesktop } from './desktop.ts';
import { hasEnded, waitsForSomebody } from './held-window.ts';
import { listeningKitty } from './kitty-window.ts';
import type { Call } from './recorder.ts';

/** Every terminal of the table that Debian 12 packages. */
const PACKAGED = [
  ...['gnome-terminal', 'kgx', 'konsole', 'xfce4-terminal'],
  ...['kitty', 'alacritty', 'foot', 'xterm'],
] as const;

/** What Debian lets x-terminal-emulator lead to. */
const ALTERNATIVES = [
  ...['gnome-terminal.wrapper', 'kgx', 'konsole', 'xfce4-terminal.wrapper'],
  ...['kitty', 'alacritty', 'foot', 'xterm'],
] as const;

/** Words that a shell, a wrapper or an option parser on the way would make something else of. */
const WORDS = [
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

// For what hangs: under load, a terminal that draws without a graphics card takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Longer than any terminal is watched, in ms. */
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
  if (one === undefined) throw new Error(`${id} is not installed.`);
  return one;
}

function open(
  opened: Terminal,
  words: readonly string[],
  env: Readonly<NodeJS.ProcessEnv>,
  clock: Clock = systemClock,
): Promise<LaunchOutcome> {
  const ports = { env, home: desktop.home, temporaryFolder: tmpdir(), clock };
  return openTerminal(opened, ['ssh', ...words], ports);
}

/** What ssh was called with, once it was with the words as they are meant. */
async function callWithWords(): Promise<Call> {
  const call = await desktop.ssh.call();
  expect(call.words).toEqual(WORDS);
  expect(await readdir(desktop.home)).not.toContain('pwned');
  return call;
}

describe.each(PACKAGED)('%s, really started', (id) => {
  test('gives ssh the words as they are meant, and stays open when ssh fails', async () => {
    const env = envFor(id);
    const clock = createVirtualClock();
    await desktop.ssh.begin(255);
    const outcome = open(terminal(id, env), WORDS, env, clock);
    const { parent } = await callWithWords();
    await waitsForSomebody(parent);
    await clock.advance(WATCHED_MS);
    expect(await outcome).toEqual({ state: 'opened' });
    await waitsForSomebody(parent);
  });
});

describe.each(ALTERNATIVES)('x-terminal-emulator that leads to %s', (program) => {
  test('gives ssh the words as they are meant, and closes when ssh ends well', async () => {
    const link = join(desktop.bin, 'x-terminal-emulator');
    await rm(link, { force: true });
    await symlink(`/usr/bin/${program}`, link);
    const env = envFor(program);
    await desktop.ssh.begin(0);
    const outcome = open(terminal('x-terminal-emulator', env), WORDS, env);
    const { parent } = await callWithWords();
    await hasEnded(parent);
    expect(await outcome).toEqual({ state: 'opened' });
    await rm(link);
  });
});

describe('a window of kitty’s', () => {
  async function openKitty(exitCode: number) {
    const { env, window } = await listeningKitty(session);
    await desktop.ssh.begin(exitCode);
    const outcome = open(terminal('kitty', env), ['gpu-train-1'], env);
    const { parent } = await desktop.ssh.call();
    return { parent, window, outcome };
  }

  test.each([
    ['Enter', '\\r'],
    ['Ctrl-C', '\\x03'],
  ])('shows why ssh failed until %s is pressed', async (_, key) => {
    const { parent, window, outcome } = await openKitty(255);
    const kitty = await window();
    const text = await kitty.text('Press Enter to close this window.');
    expect(text).toContain('me@vm: this ssh ends with 255.');
    await waitsForSomebody(parent);
    await kitty.type('q');
    await kitty.text('this window.\nq');
    await waitsForSomebody(parent);
    await kitty.type(key);
    await hasEnded(parent);
    await session.hasEnded('kitty');
    expect(await outcome).toEqual({ state: 'opened' });
  });

  test('closes by itself when ssh ends well', async () => {
    const { parent, outcome } = await openKitty(0);
    await hasEnded(parent);
    await session.hasEnded('kitty');
    expect(await outcome).toEqual({ state: 'opened' });
  });
});

test('a template of the user’s own gives ssh the words as they are meant, and nothing more', async () => {
  const own = ownTerminal(['xterm', '-title', 'My GPU', '-e', '{command}']);
  await desktop.ssh.begin(255);
  const outcome = open(own, WORDS, session.env);
  await callWithWords();
  await session.hasEnded('xterm');
  expect(await outcome).toEqual({ state: 'opened' });
});

test.each(['xterm', 'xfce4-terminal', 'konsole', 'kitty', 'alacritty', 'gnome-terminal'] as const)(
  '%s tells why it cannot open where there is no display',
  async (id) => {
    await desktop.ssh.begin(0);
    const opened = terminal(id, session.env);
    const { DISPLAY: _, DBUS_SESSION_BUS_ADDRESS: __, ...rest } = session.env;
    const outcome = await open(opened, ['gpu-train-1'], { ...rest, DISPLAY: ':9999' });
    expect(outcome).toMatchObject({ state: 'failed', complaint: expect.stringMatching(/./) });
  },
);
