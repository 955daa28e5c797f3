import { type Readable, Writable } from 'node:stream';
import { unlessAborted } from '../core/clock.ts';
import { CommandError, EXIT, refuse } from './errors.ts';
import { ending, secretInput } from './messages.ts';

/** A terminal, or a stream that is read to its end. */
export type SecretInput = Readable & { readonly isTTY?: boolean };

export interface SecretPorts {
  readonly input: SecretInput;
  /** Not standard output, which may be a file. */
  readonly prompt: (text: string) => void;
  /** Aborts when the user ends the command. */
  readonly signal: AbortSignal;
}

/** Asks at a terminal, for a secret without an echo. Empty at the end of the input. @throws CommandError on Ctrl-C; the signal's reason */
export async function readLine(
  question: string,
  { input, prompt, signal }: SecretPorts,
  isSecret = false,
): Promise<string> {
  const { createInterface } = await import('node:readline');
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isSecret) prompt(String(chunk));
      done();
    },
  });
  // Edits the line as a shell does.
  const line = createInterface({ input, output, terminal: true, historySize: 0 });
  // Only now: before, the terminal echoes what is typed.
  if (isSecret) prompt(question);
  const typed = new Promise<string>((resolve, reject) => {
    line.question(question, resolve);
    line.once('SIGINT', () => reject(new CommandError(EXIT.usage, secretInput.canceled)));
    // Ctrl-D, or the terminal was closed.
    line.once('close', () => resolve(''));
  });
  try {
    return await unlessAborted(typed, signal);
  } finally {
    line.close();
    if (isSecret) prompt('\n');
  }
}

/** False: not the expected answer, in upper or lower case. @throws as `readLine` */
export async function confirmTyped(
  question: string,
  expected: string,
  ports: SecretPorts,
): Promise<boolean> {
  const typed = await readLine(question, ports);
  return typed.trim().toLowerCase() === expected.toLowerCase();
}

/** @throws CommandError unless the expected answer is typed */
export async function requireTyped(
  question: string,
  expected: string,
  ports: SecretPorts,
): Promise<void> {
  if (await confirmTyped(question, expected, ports)) return;
  refuse(ending.notConfirmed);
}
