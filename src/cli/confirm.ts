import { Writable } from 'node:stream';
import { unlessAborted } from '../core/clock.ts';
import type { SecretPorts } from './accounts/read-secret.ts';

/** Asks at a terminal. False: not the expected answer, in upper or lower case. @throws the signal's reason when it aborts */
export async function confirmTyped(
  question: string,
  expected: string,
  { input, prompt, signal }: SecretPorts,
): Promise<boolean> {
  const { createInterface } = await import('node:readline');
  const output = new Writable({
    write(chunk, _encoding, done) {
      prompt(String(chunk));
      done();
    },
  });
  const line = createInterface({ input, output, terminal: true, historySize: 0 });
  const typed = new Promise<string>((resolve) => {
    line.question(question, resolve);
    // Ctrl-C, Ctrl-D, or the terminal was closed.
    line.once('SIGINT', () => resolve(''));
    line.once('close', () => resolve(''));
  });
  try {
    const answer = (await unlessAborted(typed, signal)).trim();
    return answer.toLowerCase() === expected.toLowerCase();
  } finally {
    line.close();
  }
}
