import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quoteFor, Unquotable } from './quote.ts';

/** One token of the C runtime's rules: a quote with its backslashes, spaces, or other text. */
const PART = /(\\*)(")|([ \t]+)|(\\+|[^\\" \t]+)/gy;

/** Splits a command line as Windows programs do (CommandLineToArgvW and the C runtime). */
function programWords(commandLine: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let isQuoted = false;
  for (const [, slashes = '', quote, gap, text] of commandLine.matchAll(PART)) {
    if (quote !== undefined) {
      word = (word ?? '') + '\\'.repeat(Math.floor(slashes.length / 2));
      if (slashes.length % 2 === 1) word += '"';
      else isQuoted = !isQuoted;
    } else if (gap === undefined || isQuoted) word = (word ?? '') + (gap ?? text);
    else if (word !== null) {
      words.push(word);
      word = null;
    }
  }
  return word === null ? words : [...words, word];
}

/** Interprets a line as cmd's prompt does: removes carets outside quotes. Throws where cmd would act on a character. */
function afterCmd(line: string): string {
  let isQuoted = false;
  let isEscaped = false;
  let text = '';
  for (const character of line) {
    if (/[%!]/.test(character)) throw new Error(`cmd would expand ${line}`);
    const isPlain: boolean = isQuoted || isEscaped;
    if (!isPlain && /[&|<>()]/.test(character)) throw new Error(`cmd would act on ${line}`);
    if (character === '"' && !isEscaped) isQuoted = !isQuoted;
    isEscaped = character === '^' && !isPlain;
    if (!isEscaped) text += character;
  }
  if (isQuoted || isEscaped) throw new Error(`cmd would not be at the end of ${line}`);
  return text;
}

/** A literal word of PowerShell: in single quotes of each shape, doubled within, or bare. */
const POWERSHELL_WORD =
  /(?:['\u2018-\u201b]((?:[^'\u2018-\u201b]|['\u2018-\u201b]{2})*)['\u2018-\u201b]|(?!@|-\S*[.:])([0-9A-Za-z.:@_/-]+))(?: |$)/gy;

/** The literal words PowerShell reads from a line. Fails on anything else. */
function powerShellWords(line: string): string[] {
  const text = line.replace(/^& /, '');
  const parts = [...text.matchAll(POWERSHELL_WORD)];
  expect(parts.map(([part]) => part).join('')).toBe(text);
  return parts.map(
    ([, quotedText, bare]) => quotedText?.replace(/(['\u2018-\u201b])./g, '$1') ?? bare ?? '',
  );
}

/** The command line that Windows PowerShell 5.1 builds: quotes around spaces, and no escapes. */
function byPowerShell5(words: readonly string[]): string {
  return words
    .filter((word) => word !== '')
    .map((word) => (/\s/.test(word) ? `"${word}"` : word))
    .join(' ');
}

/** The quoted line, or the error. */
function quoted(shell: 'powershell' | 'cmd', command: readonly [string, ...string[]]) {
  try {
    return quoteFor(shell, command);
  } catch (error) {
    if (error instanceof Unquotable) return error;
    throw error;
  }
}

const word = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...'\'"\\!$`;&|<>()[]*~#=^%@,. \u2018\u2019\u201cab-:'),
    maxLength: 10,
  }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const command = fc.tuple(fc.constantFrom('ssh', 'C:/Program Files/ssh.exe', 'x^y'), fc.array(word));

describe('cmd', () => {
  test('passes the exact arguments, or refuses', () => {
    fc.assert(
      fc.property(command, ([program, words]) => {
        const line = quoted('cmd', [program, ...words]);
        if (line instanceof Unquotable) return;
        expect(programWords(afterCmd(line))).toEqual([program, ...words]);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    [['ssh', 'gpu-train-1'], 'ssh gpu-train-1'],
    [['ssh', '-o', 'ForwardAgent no', 'h'], 'ssh -o "ForwardAgent no" h'],
    [['ssh', 'a&b|c<d>e^f'], 'ssh "a&b|c<d>e^f"'],
    [['ssh', ''], 'ssh ""'],
    [['ssh', 'C:\\a b\\'], 'ssh "C:\\a b\\\\"'],
    [['ssh', 'x "y" & z'], 'ssh ^"x \\^"y\\^" ^& z^"'],
    [['ssh', "it's"], 'ssh "it\'s"'],
    [['C:/x/ssh.exe', 'h'], '"C:/x/ssh.exe" h'],
  ] as const)('%j is %j', (words, line) => {
    expect(quoteFor('cmd', words)).toBe(line);
  });

  test.each(['%PATH%', '100%', '%h', '!x!', 'a!', 'a\nb', 'a\rb', 'a\tb', '\ud800'])(
    'refuses %j',
    (value) => {
      expect(() => quoteFor('cmd', ['ssh', value])).toThrow(Unquotable);
    },
  );
});

describe('PowerShell 5.1 and 7', () => {
  test('passes the exact arguments, or refuses', () => {
    fc.assert(
      fc.property(command, ([program, words]) => {
        const line = quoted('powershell', [program, ...words]);
        if (line instanceof Unquotable) return;
        const read = powerShellWords(line);
        expect(read).toEqual([program, ...words]);
        expect(programWords(byPowerShell5(read))).toEqual([program, ...words]);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    [['ssh', 'gpu-train-1'], 'ssh gpu-train-1'],
    [['ssh', '-p', '22', 'u@203.0.113.7'], 'ssh -p 22 u@203.0.113.7'],
    [['ssh', '-o', 'ForwardAgent no', 'h'], "ssh -o 'ForwardAgent no' h"],
    [['ssh', '-a.b', '-c:d', '@e'], "ssh '-a.b' '-c:d' '@e'"],
    [['ssh', '$(calc)', '`n', 'a;b', '--%'], "ssh '$(calc)' '`n' 'a;b' '--%'"],
    [['ssh', "it's"], "ssh 'it''s'"],
    [['ssh', 'it\u2019s \u2018x\u2018'], "ssh 'it\u2019\u2019s \u2018\u2018x\u2018\u2018'"],
    [['ssh', '\u201cx\u201d'], "ssh '\u201cx\u201d'"],
    [['C:/Program Files/ssh.exe', 'h'], "& 'C:/Program Files/ssh.exe' h"],
  ] as const)('%j is %j', (words, line) => {
    expect(quoteFor('powershell', words)).toBe(line);
  });

  test.each(['', 'say "x"', 'C:\\a b\\', 'a\nb', 'a\u2028b', 'a\0b', '\x1b[2J', '\udc00'])(
    'refuses %j',
    (value) => {
      expect(() => quoteFor('powershell', ['ssh', value])).toThrow(Unquotable);
    },
  );
});
