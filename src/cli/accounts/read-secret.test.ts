import { PassThrough, Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { SecretInput } from '../read-line.ts';
import { confirmTyped } from '../read-line.ts';
import { readSecret, readSecrets } from './read-secret.ts';

type Name = Parameters<typeof readSecret>[0];

function pipe(...chunks: (string | Buffer)[]): SecretInput {
  return Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
}

const withoutPrompt = (input: SecretInput, signal = new AbortController().signal) => ({
  input,
  prompt: () => expect.unreachable('a prompt'),
  signal,
});

async function piped(name: Name, ...chunks: (string | Buffer)[]): Promise<string> {
  const secret = await readSecret(name, withoutPrompt(pipe(...chunks)));
  return secret.reveal();
}

describe('a piped credential', () => {
  test.each<[string, (string | Buffer)[], string]>([
    ['unchanged', ['secret'], 'secret'],
    ['without a final line break', ['secret\n'], 'secret'],
    ['without a final CRLF', ['secret\r\n'], 'secret'],
    ['in chunks that split a character', [Buffer.from([0xc3]), Buffer.from([0xa4])], 'ä'],
    ['with the spaces of a password', [' a b '], ' a b '],
    ['without the byte order mark of PowerShell', ['\ufeffsecret\r\n'], 'secret'],
  ])('%s', async (_name, chunks, value) => {
    expect(await piped('password', ...chunks)).toBe(value);
  });

  const EMPTY = 'No API key given. Type it at the prompt, or pipe it in.';
  const LINES = 'Standard input has too many lines. Pipe in only the API key, a line each.';
  const LONG = 'Standard input is too long for a credential. Pipe in only the credential.';
  const INVALID = 'The API key contains invalid characters. Enter only the key.';

  test.each<[string, string[], string]>([
    ['nothing', [], EMPTY],
    ['an empty line', ['\n'], EMPTY],
    ['two lines', ['key\nX-Header: y'], LINES],
    ['a NUL', ['ke\0y'], LINES],
    ['a file', ['x'.repeat(70_000)], LONG],
    ['a file in chunks', Array.from({ length: 70 }, () => 'x'.repeat(1_000)), LONG],
    ['blanks', ['a key'], INVALID],
    ['curly quotes', ['“key”'], INVALID],
    ['an escape', ['\u001b[A'], INVALID],
  ])('rejects %s', async (_what, chunks, message) => {
    await expect(piped('API key', ...chunks)).rejects.toMatchObject({ exitCode: 2, message });
  });

  test('is a line each, of a key and a password', async () => {
    const both = async (text: string) => {
      const secrets = await readSecrets(['API key', 'VM password'], withoutPrompt(pipe(text)));
      return secrets.map((secret) => secret.reveal());
    };
    expect(await both('key \r\n pass word \r\n')).toEqual(['key', ' pass word ']);
    await expect(both('key\n')).rejects.toThrow('No VM password given.');
    await expect(both('key\npass\nmore')).rejects.toThrow(
      'Pipe in only the API key, then the VM password, a line each.',
    );
  });

  test('trims an API key', async () => {
    expect(await piped('API key', '  key \n')).toBe('key');
  });

  test('stops reading endless input', async () => {
    let sent = 0;
    async function* endless() {
      for (;;) {
        sent += 1;
        yield Buffer.from('x'.repeat(1_000));
        await turn();
      }
    }
    const input = Readable.from(endless());
    await expect(readSecret('password', withoutPrompt(input))).rejects.toMatchObject({
      exitCode: 2,
    });
    expect(sent).toBeLessThan(200);
  });

  test('stops on interruption', async () => {
    const controller = new AbortController();
    const never = new Readable({ read() {} });
    const reading = readSecret('password', withoutPrompt(never, controller.signal));
    controller.abort(new Error('interrupted'));
    await expect(reading).rejects.toThrow('interrupted');
  });
});

/** Standard input that is a terminal. */
class Keyboard extends PassThrough {
  readonly isTTY = true;
  readonly modes: boolean[] = [];

  setRawMode(mode: boolean): this {
    this.modes.push(mode);
    return this;
  }

  type(...keys: string[]): void {
    for (const key of keys) this.write(key);
  }
}

test.each([
  [['YES ', '\r'], 'yes', true],
  [['gpu-train', '\r'], 'gpu-train', true],
  [['yes', '\r'], 'gpu-train', false],
  [['\r'], 'yes', false],
  [['yes', '\u0003'], 'yes', 'Canceled.'],
  [['\u0004'], 'yes', false],
])('%j confirms "type %s": %s', async (keys, expected, isConfirmed) => {
  const keyboard = new Keyboard();
  const prompts: string[] = [];
  const prompt = (text: string) => void prompts.push(text);
  const { signal } = new AbortController();
  const ports = { input: keyboard, prompt, signal };
  const confirmed = confirmTyped('Sure? ', expected, ports).catch(({ message }) => message);
  await turn();
  keyboard.type(...keys);
  expect(await confirmed).toBe(isConfirmed);
  expect(prompts.join('')).toContain('Sure? ');
});

function promptForKey(signal = new AbortController().signal) {
  const keyboard = new Keyboard();
  const prompts: string[] = [];
  const prompt = (text: string) => {
    // Raw: a key that is typed at once is not echoed.
    if (prompts.length === 0) expect(keyboard.modes).toEqual([true]);
    prompts.push(text);
  };
  const secret = readSecret('API key', { input: keyboard, prompt, signal });
  /** The result, after checking that the terminal is restored. */
  const ended = async () => {
    const outcome = await secret.then(
      (value) => value.reveal(),
      (error: unknown) => error,
    );
    expect(keyboard.modes).toEqual([true, false]);
    expect(keyboard.isPaused()).toBe(true);
    expect(prompts).toEqual(['API key: ', '\n']);
    return outcome;
  };
  return { keyboard, ended };
}

describe('a credential typed at a terminal', () => {
  test.each<[string, string[], string]>([
    ['key by key', ['k', 'e', 'y', '\r'], 'key'],
    ['pasted, up to the first line break', ['key\nmore'], 'key'],
    ['with keys of its own line editing', ['wrong', '\u0015', 'kex', '\u007f', 'y', '\r'], 'key'],
    ['as a bracketed paste', ['\u001b[200~key\u001b[201~', '\r'], 'key'],
  ])('%s', async (_name, keys, value) => {
    const { keyboard, ended } = promptForKey();
    keyboard.type(...keys);
    expect(await ended()).toBe(value);
  });

  test('is canceled by Ctrl-C', async () => {
    const { keyboard, ended } = promptForKey();
    keyboard.type('ke', '\u0003', 'y', '\r');
    expect(await ended()).toMatchObject({ exitCode: 2, message: 'Canceled.' });
  });

  test.each([
    ['Enter', (keyboard: Keyboard) => keyboard.type('\r')],
    ['Ctrl-D', (keyboard: Keyboard) => keyboard.type('\u0004')],
    ['the end of the terminal', (keyboard: Keyboard) => void keyboard.end()],
  ])('is missing after %s alone', async (_name, act) => {
    const { keyboard, ended } = promptForKey();
    act(keyboard);
    expect(await ended()).toMatchObject({
      exitCode: 2,
      message: 'No API key given. Type it at the prompt, or pipe it in.',
    });
  });

  test('stops on interruption and restores the terminal', async () => {
    const controller = new AbortController();
    const { keyboard, ended } = promptForKey(controller.signal);
    keyboard.type('ke');
    controller.abort(new Error('interrupted'));
    expect(await ended()).toHaveProperty('message', 'interrupted');
  });
});
