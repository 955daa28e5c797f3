import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-code.ts';

/** The terminal sends these to ssh as well, and they are ssh's: it may ask once more, or pass them on to the VM. */
const OF_SSH = ['SIGINT', 'SIGQUIT'] as const;
/** Whoever sends these to us means the login. */
const PASSED_ON = ['SIGTERM', 'SIGHUP'] as const;

/**
 * Runs ssh on the terminal of this process, without a shell, until it ends.
 * @returns its exit code; 128 and the signal's number where a signal ended it, as shells say it
 * @throws CommandError when it cannot be started
 */
export function logIn(ssh: string, words: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const stay = () => {};
    const passOn = (signal: NodeJS.Signals) => void child.kill(signal);
    // Before ssh is started: one that came meanwhile would end us and leave ssh alone on the terminal.
    for (const signal of OF_SSH) process.on(signal, stay);
    for (const signal of PASSED_ON) process.on(signal, passOn);
    const child = spawn(ssh, words, { stdio: 'inherit' });
    const letGo = () => {
      for (const signal of OF_SSH) process.off(signal, stay);
      for (const signal of PASSED_ON) process.off(signal, passOn);
    };
    child.once('error', ({ message }) => {
      letGo();
      reject(
        new CommandError(
          EXIT.noLogin,
          `ssh could not be started (${message}); check that ${ssh} may be run.`,
        ),
      );
    });
    child.once('exit', (code, signal) => {
      letGo();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
