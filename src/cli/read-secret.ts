import { Secret } from '../core/secret.ts';
import { CommandError, EXIT } from './errors.ts';
import { unlessInterrupted } from './interruption.ts';
import { type SecretName, secretInput } from './messages.ts';

/** Far more than any key or password; a whole file piped in by mistake is refused. */
const MAX_BYTES = 64 * 1024;

/** The part of a terminal's input stream that reading a hidden line needs. */
interface Keyboard {
  setRawMode(mode: boolean): unknown;
  setEncoding(encoding: 'utf8'): unknown;
  on(event: 'data' | 'end', listener: (text: string) => void): unknown;
  off(event: 'data' | 'end', listener: (text: string) => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

/** Standard input: a terminal, or a stream that is read to its end. */
export interface SecretInput extends Keyboard, AsyncIterable<Buffer | string> {
  readonly isTTY: boolean;
}

export interface SecretPorts {
  readonly input: SecretInput;
  /** Not standard output, which may be a file. */
  readonly prompt: (text: string) => void;
  /** Aborts when the user ends the command. */
  readonly signal: AbortSignal;
}

function refuse(message: string): never {
  throw new CommandError(EXIT.usage, message);
}

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const CTRL_U = '\u0015';
const ESC = '\u001b';
const ENTER = ['\r', '\n', CTRL_D];
const BACKSPACES = ['\u007f', '\b'];

/** Arrow keys, function keys and the brackets around a paste: ECMA-48 sequences, and `ESC` with one character. */
const SEQUENCES = new RegExp(`${ESC}(?:\\[[0-?]*[ -/]*[@-~]|O.|.)?`, 'g');

/** Edits a typed line; each element is a whole character, also outside the BMP. */
function createLine() {
  let typed: string[] = [];
  return {
    text: () => typed.join(''),
    press(key: string): 'more' | 'entered' | 'canceled' {
      if (key === CTRL_C) return 'canceled';
      if (ENTER.includes(key)) return 'entered';
      if (key === CTRL_U) typed = [];
      else if (BACKSPACES.includes(key)) typed = typed.slice(0, -1);
      else if (!/\p{Cc}/u.test(key)) typed.push(key);
      return 'more';
    },
  };
}

/**
 * Reads a line without echoing it. Raw mode turns off the terminal's own line editing as well, so it is done here.
 * @throws CommandError with exit code 2 on Ctrl-C; the signal's reason when it aborts
 */
function readHiddenLine(keyboard: Keyboard, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  keyboard.setRawMode(true);
  keyboard.setEncoding('utf8');
  const line = createLine();
  return new Promise((resolve, reject) => {
    function end(finish: () => void): void {
      keyboard.off('data', onData);
      keyboard.off('end', onEnd);
      signal.removeEventListener('abort', onAbort);
      keyboard.setRawMode(false);
      keyboard.pause();
      finish();
    }
    const onEnd = () => end(() => resolve(line.text()));
    const onAbort = () => end(() => reject(signal.reason));
    const onCancel = () => end(() => reject(new CommandError(EXIT.usage, secretInput.canceled)));
    function onData(data: string): void {
      for (const key of data.replace(SEQUENCES, '')) {
        const state = line.press(key);
        if (state === 'more') continue;
        if (state === 'entered') onEnd();
        else onCancel();
        break;
      }
    }
    keyboard.on('data', onData);
    keyboard.on('end', onEnd);
    signal.addEventListener('abort', onAbort, { once: true });
    keyboard.resume();
  });
}

async function fromPipe(input: SecretInput): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.byteLength;
    if (bytes > MAX_BYTES) refuse(secretInput.tooLong);
    chunks.push(buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function fromTerminal(name: SecretName, { input, prompt, signal }: SecretPorts) {
  prompt(secretInput.prompt(name));
  try {
    return await readHiddenLine(input, signal);
  } finally {
    prompt('\n');
  }
}

/** Trims the key, and refuses what no header can carry (RFC 6750, 2.1). */
function checkKey(text: string): string {
  const key = text.trim();
  if (!/^[\x21-\x7e]*$/.test(key)) refuse(secretInput.invalidKey);
  return key;
}

/**
 * Reads a credential from standard input: piped in, or typed unseen at a terminal. Drops the final line break, and the byte
 * order mark that PowerShell puts in front.
 * @throws CommandError with exit code 2 when there is none or it is invalid; the signal's reason when it aborts
 */
export async function readSecret(name: SecretName, ports: SecretPorts): Promise<Secret> {
  const { input, signal } = ports;
  const text = input.isTTY
    ? await fromTerminal(name, ports)
    : await unlessInterrupted(fromPipe(input), signal);
  const line = text.replace(/^\ufeff/, '').replace(/\r?\n$/, '');
  if (/[\r\n\0]/.test(line)) refuse(secretInput.severalLines(name));
  const value = name === 'API key' ? checkKey(line) : line;
  if (value === '') refuse(secretInput.empty(name));
  return new Secret(value);
}
