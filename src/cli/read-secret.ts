import { Secret } from '../core/secret.ts';
import { CommandError } from './command-error.ts';
import { EXIT } from './exit-code.ts';
import { type Keyboard, typedLine } from './typed-line.ts';
import { unlessInterrupted } from './unless-interrupted.ts';

/** Far more than any key or password; a whole file piped in by mistake is not one. */
const MAX_BYTES = 64 * 1024;

/** Standard input as this module uses it: a terminal, or something that is read to its end. */
export interface SecretInput extends Keyboard, AsyncIterable<Buffer | string> {
  readonly isTTY: boolean;
}

/** Where a credential is read from, and where it is asked for. */
export interface SecretPorts {
  readonly input: SecretInput;
  /** Where a prompt is shown: not standard output, which may be a file. */
  readonly prompt: (text: string) => void;
  /** Aborts when the user ends the command. */
  readonly signal: AbortSignal;
}

type SecretName = 'API key' | 'password';

function refuse(message: string): never {
  throw new CommandError(EXIT.usage, message);
}

async function fromPipe(input: SecretInput): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.byteLength;
    if (bytes > MAX_BYTES)
      refuse('Standard input is too long for a credential; pipe in just the one.');
    chunks.push(buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function fromTerminal(name: SecretName, { input, prompt, signal }: SecretPorts) {
  prompt(`${name}: `);
  try {
    return await typedLine(input, signal);
  } finally {
    prompt('\n');
  }
}

/** A key travels in a header, which takes no more than this (RFC 6750, 2.1, and to spare). Blanks around it are no part of it. */
function checkKey(text: string): string {
  const key = text.trim();
  if (!/^[\x21-\x7e]*$/.test(key))
    refuse('The API key on standard input holds characters that no key has; pipe in just the key.');
  return key;
}

/**
 * A credential from standard input: piped in, or typed unseen at a terminal. The line break at its end does not belong to it,
 * nor does the byte order mark that PowerShell puts in front.
 * @throws CommandError with exit code 2 when there is none, or what is there cannot be one; the signal's reason when it aborts
 */
export async function readSecret(name: SecretName, ports: SecretPorts): Promise<Secret> {
  const { input, signal } = ports;
  const text = input.isTTY
    ? await fromTerminal(name, ports)
    : await unlessInterrupted(fromPipe(input), signal);
  const line = text.replace(/^\ufeff/, '').replace(/\r?\n$/, '');
  // A line break inside means that more than the credential was piped in.
  if (/[\r\n\0]/.test(line))
    refuse(`The ${name} on standard input has more than one line; pipe in just the one.`);
  const value = name === 'API key' ? checkKey(line) : line;
  if (value === '') refuse(`Standard input held no ${name}; pipe it in, or type it at the prompt.`);
  return new Secret(value);
}
