import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Clock, sleep } from '../src/core/clock.ts';
import type { Ending } from './electron-problem.ts';

/** Characters of stderr: the reason of a failed start is at the beginning. */
const MAX_KEPT = 64 * 1024;
/** ms to wait for the rest of stderr after exit; a child process may hold the pipe longer. */
const DRAIN_MS = 1_000;

export interface WatchedProgram {
  /** Never rejects: a program that cannot be started ends with 127, as in a shell, and stderr says why. */
  readonly ended: Promise<Ending>;
  /** The beginning of stderr. */
  stderr(): string;
  /** Copies stderr, past and future, to our own. */
  passOn(): void;
  kill(signal: NodeJS.Signals): void;
}

export function watchProgram(
  command: string,
  args: readonly string[],
  {
    stdio,
    env,
    shell = false,
  }: Pick<SpawnOptions, 'shell' | 'env'> & { stdio: 'ignore' | 'inherit' },
  clock: Clock,
): WatchedProgram {
  const child = spawn(command, args, { stdio: [stdio, stdio, 'pipe'], env, shell });
  let stderr = '';
  let isPassedOn = false;
  function receive(text: string): void {
    if (stderr.length < MAX_KEPT) stderr += text;
    if (isPassedOn) process.stderr.write(text);
  }
  child.stderr?.setEncoding('utf8').on('data', receive);
  const closed = once(child, 'close').catch(() => {});

  async function end(): Promise<Ending> {
    try {
      await once(child, 'exit');
    } catch (error) {
      receive(`${error instanceof Error ? error.message : 'Failed to start'}\n`);
      return { code: 127, signal: null };
    }
    const drained = new AbortController();
    await Promise.race([closed, sleep(clock, DRAIN_MS, drained.signal).catch(() => {})]);
    drained.abort();
    return { code: child.exitCode, signal: child.signalCode };
  }

  return {
    ended: end(),
    stderr: () => stderr,
    passOn() {
      isPassedOn = true;
      process.stderr.write(stderr);
    },
    kill: (signal) => void child.kill(signal),
  };
}
