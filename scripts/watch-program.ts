import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Ending } from './electron-problem.ts';

/** Characters of stderr: the reason of a failed start is at the beginning. */
const MAX_KEPT = 64 * 1024;
/** ms to wait for the rest of stderr after exit; a child process may hold the pipe longer. */
const DRAIN_MS = 1_000;

/** Starts a program whose stderr is passed on, and kept from the beginning. */
export function watchProgram(
  command: string,
  args: readonly string[],
  { stdio, ...options }: Pick<SpawnOptions, 'shell' | 'env'> & { stdio: 'ignore' | 'inherit' },
) {
  const child = spawn(command, args, { ...options, stdio: [stdio, stdio, 'pipe'] });
  let stderr = '';
  function receive(text: string): void {
    if (stderr.length < MAX_KEPT) stderr += text;
    process.stderr.write(text);
  }
  child.stderr?.setEncoding('utf8').on('data', receive);
  child.once('exit', () => setTimeout(() => child.stderr?.destroy(), DRAIN_MS).unref());
  const ended: Promise<Ending> = once(child, 'close').then(
    () => ({ code: child.exitCode, signal: child.signalCode }),
    (error: unknown) => {
      receive(`${error instanceof Error ? error.message : 'Failed to start'}\n`);
      return { code: 127, signal: null };
    },
  );
  return {
    /** Never rejects: a program that cannot be started ends with 127, as in a shell, and stderr says why. */
    ended,
    stderr: () => stderr,
    /** Returns false where it has ended. */
    kill: (signal: NodeJS.Signals) => child.kill(signal),
  };
}
