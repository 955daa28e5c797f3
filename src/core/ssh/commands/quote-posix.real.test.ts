import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quoteFor } from './quote.ts';

/** The last one has history expansion on, as at a prompt. */
const SHELLS = [
  { name: 'sh', command: ['sh'], prelude: '' },
  { name: 'bash', command: ['bash', '--norc'], prelude: '' },
  {
    name: 'bash with history expansion',
    command: ['bash', '--norc'],
    prelude: 'set -o history -o histexpand\necho >/dev/null\n',
  },
] as const;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gpu-tray-quote-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The arguments that `printf` received in that shell, for all lines. */
function receivedBy(
  { command, prelude }: (typeof SHELLS)[number],
  lines: readonly string[],
): string {
  const [program, ...words] = command;
  const ran = spawnSync(program, words, {
    cwd: folder,
    input: `${prelude}${lines.map((line) => `${line}\n`).join('')}`,
    env: { PATH: process.env['PATH'], HOME: folder, LC_ALL: 'C.UTF-8' },
    encoding: 'utf8',
  });
  expect(ran.stderr).toBe('');
  return ran.stdout;
}

function expectRoundTrip(shell: (typeof SHELLS)[number], commands: readonly string[][]): void {
  const lines = commands.map((words) => quoteFor('posix', ['printf', '%s\\0', '', ...words]));
  const expected = commands
    .map((words) => ['', ...words].map((word) => `${word}\0`).join(''))
    .join('');
  expect(receivedBy(shell, lines)).toBe(expected);
}

const HOSTILE = [
  '',
  "it's",
  "'",
  '\\',
  "\\'",
  'a\\',
  '!!',
  '!$',
  '$(touch pwned)',
  '`touch pwned`',
  '; touch pwned;',
  "'; touch pwned; '",
  '"; touch pwned; "',
  '<(touch pwned)',
  '$HOME',
  '$\u007bHOME}',
  '~/.ssh/id_ed25519',
  '*',
  '[a-z]*',
  '#x',
  '-n',
  '-oProxyCommand=touch pwned',
  '%r%n%d',
  '\u202e1.2.3.4',
  'ünïcödé ☃ 🚀',
  '“smart” ‘quotes’',
  '\u00a0',
  '=ls',
  '[2001:db8::1]:/x',
] as const;

const word = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: fc.constantFrom(...'\'"\\!$`;&|<>(){}[]*?~#=^% ab-'), maxLength: 12 }),
  fc
    .string({ unit: 'grapheme', maxLength: 8 })
    .filter((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)),
);

describe.each(SHELLS)('pasted into $name', (shell) => {
  test('hostile values stay single arguments, and nothing runs', () => {
    expectRoundTrip(shell, [[...HOSTILE], ...HOSTILE.map((value) => [value])]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('random arguments arrive unchanged', () => {
    // One shell reads many commands.
    const commands = fc.array(fc.array(word, { maxLength: 6 }), { minLength: 150, maxLength: 200 });
    fc.assert(
      fc.property(commands, (words) => expectRoundTrip(shell, words)),
      { numRuns: 5 },
    );
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('quotes only where needed', () => {
  test.each([
    [['ssh', 'gpu-train-1'], 'ssh gpu-train-1'],
    [['ssh', '-p', '22', 'u@2001:db8::1'], 'ssh -p 22 u@2001:db8::1'],
    [['ssh', '-o', 'ForwardAgent no', 'h'], "ssh -o 'ForwardAgent no' h"],
    [['scp', 'a', '[::1]:/x'], "scp a '[::1]:/x'"],
    [['x', "it's"], "x 'it'\\''s'"],
    [['x', ''], "x ''"],
  ] as const)('%j is %j', (command, line) => {
    expect(quoteFor('posix', command)).toBe(line);
  });
});
