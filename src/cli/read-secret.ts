import { Secret } from '../core/secret.ts';
import { CommandError } from './command-error.ts';
import { EXIT } from './exit-code.ts';

/** Far more than any key or password; a whole file piped in by mistake is not one. */
const MOST_BYTES = 64 * 1024;

const CTRL_C = '\u0003';
const BACKSPACES = ['\u007f', '\b'];

/** Standard input as this module uses it. */
export type SecretInput = Pick<
  NodeJS.ReadStream,
  'isTTY' | 'setRawMode' | 'on' | 'off' | 'pause' | 'resume' | 'setEncoding'
> &
  AsyncIterable<Buffer | string>;

async function fromPipe(input: SecretInput): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.byteLength;
    if (bytes > MOST_BYTES)
      throw new CommandError(
        EXIT.usage,
        'Standard input is too long for a credential; pipe in just the one.',
      );
    chunks.push(buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads a line without showing it. Raw mode, so that the terminal does not echo. */
function fromTerminal(input: SecretInput, ask: () => void): Promise<string> {
  ask();
  input.setRawMode(true);
  input.setEncoding('utf8');
  input.resume();
  return new Promise((resolve, reject) => {
    let typed = '';
    const end = (finish: () => void) => {
      input.off('data', onData);
      input.setRawMode(false);
      input.pause();
      finish();
    };
    const onData = (data: string) => {
      for (const key of data) {
        if (key === CTRL_C) return end(() => reject(new CommandError(EXIT.usage, 'Cancelled.')));
        if (key === '\r' || key === '\n') return end(() => resolve(typed));
        typed = BACKSPACES.includes(key) ? typed.slice(0, -1) : typed + key;
      }
    };
    input.on('data', onData);
  });
}

/**
 * A credential from standard input: piped in, or typed unseen at a terminal. The line break at its end does not belong to it.
 * @param name `API key` or `password`, for the prompt and the messages
 * @throws CommandError with exit code 2 when there is none, or what is there cannot be one
 */
export async function readSecret(
  name: string,
  input: SecretInput,
  prompt: (text: string) => void,
): Promise<Secret> {
  const text = input.isTTY
    ? await fromTerminal(input, () => prompt(`${name}: `)).finally(() => prompt('\n'))
    : await fromPipe(input);
  const value = text.replace(/\r?\n$/, '');
  if (value === '')
    throw new CommandError(
      EXIT.usage,
      `Standard input held no ${name}; pipe it in, or type it at the prompt.`,
    );
  // A line break inside could not be sent in a header, and means that more than the credential was piped in.
  if (/[\r\n\0]/.test(value))
    throw new CommandError(
      EXIT.usage,
      `The ${name} on standard input has more than one line; pipe in just the one.`,
    );
  return new Secret(value);
}
