import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-code.ts';

/** ssh's own exit code for a login that did not come about; every other one is that of the command on the VM. */
export const SSH_FAILED = 255;

/**
 * Runs ssh on the terminal of this process, without a shell, until it ends.
 * @returns its exit code; 128 and the signal's number where a signal ended it, as shells say it
 * @throws CommandError when it cannot be started
 */
export function logIn(ssh: string, words: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(ssh, words, { stdio: 'inherit' });
    child.once('error', ({ message }) =>
      reject(new CommandError(EXIT.defect, `ssh could not be started (${message}).`)),
    );
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  });
}
