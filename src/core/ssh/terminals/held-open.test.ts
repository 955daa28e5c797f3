import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import type { Command } from '../command/index.ts';
import { findTerminals } from './find-terminals.ts';
import { heldOpen } from './held-open.ts';

/** Whatever of it is there: /bin/sh is one of these, somewhere. */
const SHELLS = (
  [
    ['/bin/sh'],
    ['/bin/dash'],
    ['/bin/bash', '--posix'],
    ['/bin/busybox', 'sh'],
    ['/bin/ksh'],
    ['/bin/zsh', '--emulate', 'sh'],
  ] as const satisfies readonly Command[]
).filter(([program]) => existsSync(program));

const NOTICE = `
ssh could not log in, or the connection ended.
User name and key are set in GPU Tray, in Settings under SSH login.
Press Enter to close this window.
`;

/** Ends every word with a NUL. */
const SAY: Command = ['/usr/bin/printf', '%s\\0'];

interface Surroundings {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
}

function run([program, ...words]: Command, { input = '', ...where }: Surroundings = {}): string {
  const { stdout, error } = spawnSync(program, words, { input, encoding: 'utf8', ...where });
  if (error !== undefined) throw error;
  return stdout;
}

/** The same with another shell in the place of /bin/sh. */
function heldBy(shell: Command, command: Command): Command {
  const [, ...rest] = heldOpen(command);
  return [...shell, ...rest];
}

/** What a command writes, how it ends, and what it leaves unread of two lines that are typed at it. */
function outcome(command: Command): string {
  const around: Command = ['/bin/sh', '-c', '"$@"; echo "ended with $?"; exec cat', 'test'];
  return run([...around, ...command], { input: '\nleft over\n' });
}

const ending = (code: number): Command => ['/bin/sh', '-c', 'exit "$1"', 'ssh', `${code}`];

/** What might be more than a word to something on the way, among anything else but NUL, which no program can be given. */
const word = fc.oneof(
  fc.constantFrom(
    ...['$(touch pwned)', '`touch pwned`', '; touch pwned;', '&& touch pwned', '\ntouch pwned\n'],
    ...["'; touch pwned; '", '"; touch pwned; "', '\\', '$1', '$HOME', '-c', '--', '-x', '', ' '],
  ),
  fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
);

// Windows has no sh, and none of this is done there.
describe
  .runIf(process.platform !== 'win32')
  .each(SHELLS.map((shell) => ({ name: shell.join(' '), shell })))('$name', ({ shell }) => {
  test.each([0, 1, 127, 130, 254])('ends at once with what the command ends with: %i', (code) => {
    expect(outcome(heldBy(shell, ending(code)))).toBe(`ended with ${code}\n\nleft over\n`);
  });

  test('says what is to be done when ssh failed, and waits for one Enter', () => {
    expect(outcome(heldBy(shell, ending(255)))).toBe(`${NOTICE}ended with 255\nleft over\n`);
  });

  test('does not wait where nobody can press it', () => {
    expect(run(heldBy(shell, ending(255)))).toBe(NOTICE);
  });

  test('hands on the words as they are, and nothing of them is run', async () => {
    const cwd = await temporaryFolder();
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
        const said = run(heldBy(shell, [...SAY, ...words]), { cwd });
        expect(said.split('\0').slice(0, -1)).toEqual(words);
      }),
      { numRuns: 60 },
    );
    expect(await readdir(cwd)).toEqual([]);
  });
});

describe.runIf(process.platform !== 'win32')('the line for Ghostty', () => {
  const PREFIX = '--initial-command=';
  const ghostty = findTerminals({
    ...{ platform: 'linux', env: { PATH: '/usr/bin' }, home: '/home/me' },
    isProgram: (path) => path === '/usr/bin/ghostty',
    realPath: (path) => path,
  })[0];

  function lineFor(command: Command): string {
    const launch = ghostty?.launch(command);
    const option =
      launch?.state === 'argv' ? launch.argv.find((word) => word.startsWith(PREFIX)) : undefined;
    if (option === undefined) throw new Error('Ghostty gets no line.');
    return option.slice(PREFIX.length);
  }

  // As Ghostty has it read, on Linux and on macOS (src/termio/Exec.zig).
  test.each<[string, (line: string) => Command]>([
    ['sh', (line) => ['/bin/sh', '-c', line]],
    ['a login', (line) => ['/bin/bash', '--noprofile', '--norc', '-c', `exec -l ${line}`]],
  ])('is held by a shell that reads no profile: %s', async (_, read) => {
    const cwd = await temporaryFolder();
    for (const name of ['.profile', '.bash_profile', '.bashrc', '.zprofile', '.zshenv'])
      await writeFile(join(cwd, name), 'touch profiled\n');
    const env = { ...process.env, HOME: cwd, ENV: join(cwd, '.profile') };
    const before = await readdir(cwd);
    const typed = word.filter((text) => !/[\p{Cc}\u2028\u2029]/u.test(text));
    fc.assert(
      fc.property(fc.array(typed, { minLength: 1, maxLength: 6 }), (words) => {
        const said = run(read(lineFor([...SAY, ...words])), { cwd, env });
        expect(said.split('\0').slice(0, -1)).toEqual(words);
      }),
      { numRuns: 30 },
    );
    expect(outcome(read(lineFor(ending(255))))).toBe(`${NOTICE}ended with 255\nleft over\n`);
    expect(outcome(read(lineFor(ending(3))))).toBe('ended with 3\n\nleft over\n');
    expect(await readdir(cwd)).toEqual(before);
  });
});
