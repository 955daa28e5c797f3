import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { afterAll } from 'vitest';

/** Runs a command of a shell, beside others. It resolves to the exit code. */
export type RunCommand = (command: string) => Promise<number>;

/** A shell that starts programs for the tests of a file. Each start from the large process of the tests takes ten times as long. */
export function residentShell(): RunCommand {
  const ends = new Map<number, (code: number) => void>();
  let shell: ChildProcessByStdio<Writable, Readable, null> | undefined;
  let count = 0;
  function start() {
    const started = spawn('/bin/dash', [], { stdio: ['pipe', 'pipe', 'inherit'], env: {} });
    createInterface({ input: started.stdout }).on('line', (line) => {
      const [number = 0, code = 0] = line.split(' ').map(Number);
      ends.get(number)?.(code);
      ends.delete(number);
    });
    return started;
  }
  afterAll(() => void shell?.kill('SIGKILL'));
  return (command) =>
    new Promise((resolve) => {
      shell ??= start();
      count += 1;
      ends.set(count, resolve);
      shell.stdin.write(`{ (${command}) </dev/null >/dev/null; echo "${count} $?"; } &\n`);
    });
}
