import { readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import {
  findTerminals,
  type LaunchOutcome,
  openTerminal,
  ownTerminal,
  systemTerminalSearch,
  type Terminal,
} from '../../src/core/ssh/terminals/index.ts';
import { type Desktop, startDesktop } from './desktop.ts';

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

let desktop: Desktop;
beforeAll(async () => {
  desktop = await startDesktop();
});
afterAll(() => desktop?.close());

function envFor(program: string): Readonly<NodeJS.ProcessEnv> {
  return program === 'foot' ? desktop.waylandEnv : desktop.env;
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
): Promise<LaunchOutcome> {
  const ports = { env, home: desktop.home, temporaryFolder: tmpdir(), clock: systemClock };
  return openTerminal(opened, ['ssh', ...words], ports);
}

async function expectWords(opened: Terminal, env: Readonly<NodeJS.ProcessEnv>): Promise<void> {
  await desktop.ssh.begin(0);
  const outcome = open(opened, WORDS, env);
  expect(await desktop.ssh.words()).toEqual(WORDS);
  expect(await outcome).toEqual({ state: 'opened' });
  expect(await readdir(desktop.home)).not.toContain('pwned');
}

describe.each(PACKAGED)('%s, really started', (id) => {
  test('gives ssh the words as they are meant', async () => {
    const env = envFor(id);
    await expectWords(terminal(id, env), env);
  });

  test('has opened, even if ssh fails at once', async () => {
    const env = envFor(id);
    await desktop.ssh.begin(255);
    const outcome = open(terminal(id, env), ['gpu-gone'], env);
    expect(await desktop.ssh.words()).toEqual(['gpu-gone']);
    expect(await outcome).toEqual({ state: 'opened' });
  });
});

describe.each(ALTERNATIVES)('x-terminal-emulator that leads to %s', (program) => {
  test('gives ssh the words as they are meant', async () => {
    const link = join(desktop.bin, 'x-terminal-emulator');
    await rm(link, { force: true });
    await symlink(`/usr/bin/${program}`, link);
    const env = envFor(program);
    await expectWords(terminal('x-terminal-emulator', env), env);
    await rm(link);
  });
});

test('a template of the user’s own gives ssh the words as they are meant', async () => {
  const own = ownTerminal(['xterm', '-title', 'My GPU', '-e', '{command}']);
  await expectWords(own, desktop.env);
});

test.each(['xterm', 'xfce4-terminal', 'konsole', 'kitty', 'alacritty', 'gnome-terminal'] as const)(
  '%s tells why it cannot open where there is no display',
  async (id) => {
    await desktop.ssh.begin(0);
    const opened = terminal(id, desktop.env);
    const { DISPLAY: _, DBUS_SESSION_BUS_ADDRESS: __, ...rest } = desktop.env;
    const outcome = await open(opened, ['gpu-train-1'], { ...rest, DISPLAY: ':9999' });
    expect(outcome).toMatchObject({ state: 'failed', complaint: expect.stringMatching(/./) });
  },
);
