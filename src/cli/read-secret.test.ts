import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { readSecret, type SecretInput } from './read-secret.ts';

type Name = Parameters<typeof readSecret>[0];

/** Standard input that is a pipe. */
function pipe(...chunks: (string | Buffer)[]): SecretInput {
  const input = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  return Object.assign(input, { isTTY: false, setRawMode: () => expect.unreachable() });
}

const quietly = (input: SecretInput, signal = new AbortController().signal) => ({
  input,
  prompt: () => expect.unreachable('a prompt'),
  signal,
});

async function piped(name: Name, ...chunks: (string | Buffer)[]): Promise<string> {
  const secret = await readSecret(name, quietly(pipe(...chunks)));
  return secret.reveal();
}

describe('piped in', () => {
  test.each<[string, (string | Buffer)[], string]>([
    ['as it is', ['secret'], 'secret'],
    ['with a line break', ['secret\n'], 'secret'],
    ['with a line break of Windows', ['secret\r\n'], 'secret'],
    ['in pieces, also of a character', [Buffer.from([0xc3]), Buffer.from([0xa4])], 'ä'],
    ['with blanks, which may belong to it', [' a b '], ' a b '],
    ['with a byte order mark, as PowerShell puts it in front', ['\ufeffsecret\r\n'], 'secret'],
  ])('%s', async (_name, chunks, value) => {
    expect(await piped('password', ...chunks)).toBe(value);
  });

  test.each<[Name, string, (string | Buffer)[], string]>([
    [
      'API key',
      'nothing',
      [],
      'Standard input held no API key; pipe it in, or type it at the prompt.',
    ],
    [
      'password',
      'an empty line',
      ['\n'],
      'Standard input held no password; pipe it in, or type it at the prompt.',
    ],
    [
      'password',
      'two line breaks',
      ['a\n\n'],
      'The password on standard input has more than one line; pipe in just the one.',
    ],
    [
      'API key',
      'two lines',
      ['key\nX-Header: y'],
      'The API key on standard input has more than one line; pipe in just the one.',
    ],
    [
      'API key',
      'a NUL',
      ['ke\0y'],
      'The API key on standard input has more than one line; pipe in just the one.',
    ],
    [
      'password',
      'a file',
      ['x'.repeat(70_000)],
      'Standard input is too long for a credential; pipe in just the one.',
    ],
    [
      'password',
      'a file in pieces',
      Array.from({ length: 70 }, () => 'x'.repeat(1_000)),
      'Standard input is too long for a credential; pipe in just the one.',
    ],
    [
      'API key',
      'blanks',
      ['a key'],
      'The API key on standard input holds characters that no key has; pipe in just the key.',
    ],
    [
      'API key',
      'curly quotes',
      ['“key”'],
      'The API key on standard input holds characters that no key has; pipe in just the key.',
    ],
    [
      'API key',
      'an escape',
      ['\u001b[A'],
      'The API key on standard input holds characters that no key has; pipe in just the key.',
    ],
  ])('no %s: %s', async (name, _what, chunks, message) => {
    await expect(piped(name, ...chunks)).rejects.toMatchObject({ exitCode: 2, message });
  });

  test('blanks around a key do not belong to it', async () => {
    expect(await piped('API key', '  key \n')).toBe('key');
  });

  test('does not read on without end', async () => {
    let sent = 0;
    async function* endless() {
      for (;;) {
        sent += 1;
        yield Buffer.from('x'.repeat(1_000));
        await turn();
      }
    }
    const input = Object.assign(Readable.from(endless()), {
      isTTY: false,
      setRawMode: () => expect.unreachable(),
    });
    await expect(readSecret('password', quietly(input))).rejects.toMatchObject({ exitCode: 2 });
    expect(sent).toBeLessThan(200);
  });

  test('ends when the user ends the command', async () => {
    const controller = new AbortController();
    const never = Object.assign(new Readable({ read() {} }), {
      isTTY: false,
      setRawMode: () => expect.unreachable(),
    });
    const reading = readSecret('password', quietly(never, controller.signal));
    controller.abort(new Error('interrupted'));
    await expect(reading).rejects.toThrow('interrupted');
  });
});

/** Standard input that is a terminal, at which somebody types. */
class Keyboard extends EventEmitter {
  readonly isTTY = true;
  readonly modes: boolean[] = [];
  isPaused = true;

  setRawMode(mode: boolean): this {
    this.modes.push(mode);
    return this;
  }

  setEncoding(): this {
    return this;
  }

  resume(): this {
    this.isPaused = false;
    return this;
  }

  pause(): this {
    this.isPaused = true;
    return this;
  }

  [Symbol.asyncIterator](): never {
    throw new Error('a terminal is not read to its end');
  }

  type(...keys: string[]): void {
    for (const key of keys) this.emit('data', key);
  }
}

function asking(signal = new AbortController().signal) {
  const keyboard = new Keyboard();
  const prompts: string[] = [];
  const prompt = (text: string) => prompts.push(text);
  const secret = readSecret('API key', { input: keyboard, prompt, signal });
  /** What it all came to: the terminal must be as it was. */
  const ended = async () => {
    const outcome = await secret.then(
      (value) => value.reveal(),
      (error: unknown) => error,
    );
    expect(keyboard.modes).toEqual([true, false]);
    expect(keyboard.isPaused).toBe(true);
    expect(keyboard.listenerCount('data')).toBe(0);
    expect(keyboard.listenerCount('end')).toBe(0);
    expect(prompts).toEqual(['API key: ', '\n']);
    return outcome;
  };
  return { keyboard, ended };
}

describe('typed at a terminal', () => {
  test.each<[string, string[], string]>([
    ['key by key', ['k', 'e', 'y', '\r'], 'key'],
    ['pasted, with what follows it left out', ['key\nmore'], 'key'],
    ['with a line feed', ['key\n'], 'key'],
    ['with backspaces of both kinds', ['kex', '\u007f', 'yz', '\b', '\r'], 'key'],
    ['with more backspaces than keys', ['\u007f\u007f', 'key', '\r'], 'key'],
    ['with a character of two halves taken back', ['ke😀', '\u007f', 'y', '\r'], 'key'],
    ['with the line taken back', ['wrong', '\u0015', 'key', '\r'], 'key'],
    [
      'with arrow keys in between, which mean nothing here',
      ['k\u001b[D', 'e\u001bOA', 'y\r'],
      'key',
    ],
    ['pasted in brackets', ['\u001b[200~key\u001b[201~', '\r'], 'key'],
  ])('%s', async (_name, keys, value) => {
    const { keyboard, ended } = asking();
    keyboard.type(...keys);
    expect(await ended()).toBe(value);
  });

  test('Ctrl-C cancels', async () => {
    const { keyboard, ended } = asking();
    keyboard.type('ke', '\u0003', 'y', '\r');
    expect(await ended()).toMatchObject({ exitCode: 2, message: 'Cancelled.' });
  });

  test.each([
    ['Enter', (keyboard: Keyboard) => keyboard.type('\r')],
    ['Ctrl-D', (keyboard: Keyboard) => keyboard.type('\u0004')],
    ['the end of the terminal', (keyboard: Keyboard) => keyboard.emit('end')],
  ])('%s without anything typed is no key', async (_name, act) => {
    const { keyboard, ended } = asking();
    act(keyboard);
    expect(await ended()).toMatchObject({
      exitCode: 2,
      message: 'Standard input held no API key; pipe it in, or type it at the prompt.',
    });
  });

  test('ends when the command is ended from elsewhere, with the terminal as it was', async () => {
    const controller = new AbortController();
    const { keyboard, ended } = asking(controller.signal);
    keyboard.type('ke');
    controller.abort(new Error('interrupted'));
    expect(await ended()).toHaveProperty('message', 'interrupted');
  });
});
