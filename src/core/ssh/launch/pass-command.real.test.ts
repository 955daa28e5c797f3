import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ANY_CHARACTER } from '../../../shared/testing/any-character.ts';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import type { Command } from '../commands/quote.ts';
import { heldOpen, passToGhostty } from './pass-command.ts';

/** The installed ones of the shells that systems use as /bin/sh. */
const SHELLS = (
  [
    ['/bin/sh'],
    ['/bin/dash'],
    ['/bin/bash', '--posix'],
    ['/bin/busybox', 'sh'],
    ['/bin/ksh'],
    ['/bin/zsh', '--emulate', 'sh'],
  ] as const satisfies readonly Command[]
).filter(
  ([program, ...args], at, all) =>
    existsSync(program) &&
    // /bin/sh is another name of one of them.
    (args.length > 0 ||
      !all.slice(0, at).some(([other]) => realpathSync(other) === realpathSync(program))),
);

const NOTICE = `
SSH login failed, or the connection was lost.
Check the user name and the key in the settings of GPU Tray, under SSH.
Press Enter to close this window.
`;

/** Prints each argument with a NUL after it. */
const PRINT: Command = ['/usr/bin/printf', '%s\\0'];

interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
}

function run([program, ...args]: Command, { input = '', ...where }: RunOptions = {}): string {
  const { stdout, error } = spawnSync(program, args, { input, encoding: 'utf8', ...where });
  if (error !== undefined) throw error;
  return stdout;
}

/** `heldOpen` with another shell in place of /bin/sh. */
function heldBy(shell: Command, command: Command): Command {
  const [, ...rest] = heldOpen(command);
  return [...shell, ...rest];
}

/** What a command prints, its exit code, and what it leaves unread of two typed lines. */
function outcome(command: Command): string {
  const around: Command = ['/bin/sh', '-c', '"$@"; echo "ended with $?"; exec cat', 'test'];
  return run([...around, ...command], { input: '\nleft over\n' });
}

const ending = (code: number): Command => ['/bin/sh', '-c', 'exit "$1"', 'ssh', `${code}`];

/** A random argument, often one that a shell on the way would interpret. NUL can't be passed to a program. */
const argument = fc.oneof(
  fc.constantFrom(
    ...['$(touch pwned)', '`touch pwned`', '; touch pwned;', '&& touch pwned', '\ntouch pwned\n'],
    ...["'; touch pwned; '", '"; touch pwned; "', '\\', '$1', '$HOME', '-c', '--', '-x', '', ' '],
  ),
  fc.string({ unit: ANY_CHARACTER }).map((text) => text.replaceAll('\0', '')),
);

// Windows has no sh, and holds no window open.
describe
  .runIf(process.platform !== 'win32')
  .each(SHELLS.map((shell) => ({ name: shell.join(' '), shell })))('$name', ({ shell }) => {
  test.each([0, 1, 254])('exits with the command’s code %i at once', (code) => {
    expect(outcome(heldBy(shell, ending(code)))).toBe(`ended with ${code}\n\nleft over\n`);
  });

  test('prints what to do when ssh failed, and waits for one Enter', () => {
    expect(outcome(heldBy(shell, ending(255)))).toBe(`${NOTICE}ended with 255\nleft over\n`);
  });

  test('does not wait without a terminal', () => {
    expect(run(heldBy(shell, ending(255)))).toBe(NOTICE);
  });

  test('passes the arguments unchanged and runs nothing in them', async () => {
    const cwd = await temporaryFolder();
    fc.assert(
      fc.property(fc.array(argument, { minLength: 1, maxLength: 6 }), (args) => {
        const output = run(heldBy(shell, [...PRINT, ...args]), { cwd });
        expect(output.split('\0').slice(0, -1)).toEqual(args);
      }),
      { numRuns: 10 },
    );
    expect(await readdir(cwd)).toEqual([]);
  });
});

describe.runIf(process.platform !== 'win32')('the line for Ghostty', () => {
  const PREFIX = '--initial-command=';
  function lineFor(command: Command): string {
    const { argv } = passToGhostty(() => ['ghostty'])('', command, {
      home: '/home/me',
      realPath: String,
    });
    const option = argv.find((one) => one.startsWith(PREFIX));
    if (option === undefined) throw new Error('no line');
    return option.slice(PREFIX.length);
  }

  // How Ghostty runs it on Linux and on macOS (src/termio/Exec.zig).
  test.each<[string, (line: string) => Command]>([
    ['sh', (line) => ['/bin/sh', '-c', line]],
    ['a login shell', (line) => ['/bin/bash', '--noprofile', '--norc', '-c', `exec -l ${line}`]],
  ])('works in %s, and reads no profile', async (_, read) => {
    const cwd = await temporaryFolder();
    for (const name of ['.profile', '.bash_profile', '.bashrc', '.zprofile', '.zshenv'])
      await writeFile(join(cwd, name), 'touch profiled\n');
    const env = { ...process.env, HOME: cwd, ENV: join(cwd, '.profile') };
    const before = await readdir(cwd);
    const typed = argument.filter((text) => !/[\p{Cc}\u2028\u2029]/u.test(text));
    fc.assert(
      fc.property(fc.array(typed, { minLength: 1, maxLength: 6 }), (args) => {
        const output = run(read(lineFor([...PRINT, ...args])), { cwd, env });
        expect(output.split('\0').slice(0, -1)).toEqual(args);
      }),
      { numRuns: 8 },
    );
    expect(outcome(read(lineFor(ending(255))))).toBe(`${NOTICE}ended with 255\nleft over\n`);
    expect(outcome(read(lineFor(ending(3))))).toBe('ended with 3\n\nleft over\n');
    expect(await readdir(cwd)).toEqual(before);
  });
});
