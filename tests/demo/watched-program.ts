import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Clock, sleep } from '../../src/core/clock.ts';
import type { Ending } from './electron-trouble.ts';

/** Characters of standard error that are remembered: what tells why a program ended at once is at its beginning. */
const MAX_REMEMBERED = 64 * 1024;
/** ms for the last words of a program that has ended; one of its children may hold the pipe for longer. */
const LAST_WORDS_MS = 1_000;

/** A program, and what it says on standard error. */
export interface WatchedProgram {
  /** Never rejects: one that could not be started has ended with 127, as in a shell, and has said why. */
  readonly ended: Promise<Ending>;
  /** On standard error, at its beginning. */
  said(): string;
  /** Writes what it has said and goes on to say to our own standard error. */
  passOn(): void;
  kill(signal: NodeJS.Signals): void;
}

/** @param options `stdin` and `stdout` as `spawn` takes them */
export function watchProgram(
  command: string,
  args: readonly string[],
  { stdio, shell = false }: Pick<SpawnOptions, 'shell'> & { stdio: 'ignore' | 'inherit' },
  clock: Clock,
): WatchedProgram {
  const child = spawn(command, args, { stdio: [stdio, stdio, 'pipe'], shell });
  let said = '';
  let isPassedOn = false;
  function hear(text: string): void {
    if (said.length < MAX_REMEMBERED) said += text;
    if (isPassedOn) process.stderr.write(text);
  }
  child.stderr?.setEncoding('utf8').on('data', hear);
  const closed = once(child, 'close').catch(() => {});

  async function end(): Promise<Ending> {
    try {
      await once(child, 'exit');
    } catch (error) {
      hear(`${error instanceof Error ? error.message : 'It could not be started'}\n`);
      return { code: 127, signal: null };
    }
    const enough = new AbortController();
    await Promise.race([closed, sleep(clock, LAST_WORDS_MS, enough.signal).catch(() => {})]);
    enough.abort();
    return { code: child.exitCode, signal: child.signalCode };
  }

  return {
    ended: end(),
    said: () => said,
    passOn() {
      isPassedOn = true;
      process.stderr.write(said);
    },
    kill: (signal) => void child.kill(signal),
  };
}
