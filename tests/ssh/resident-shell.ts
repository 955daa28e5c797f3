import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/**
 * A shell that starts programs for a test. Each start from the large process of the tests takes ten times as long.
 * @returns runs a command of a shell, beside others. It resolves to the exit code
 */
export function residentShell(): (command: string) => Promise<number> {
  const shell = spawn('/bin/dash', [], { stdio: ['pipe', 'pipe', 'inherit'], env: {} });
  const ends = new Map<number, (code: number) => void>();
  createInterface({ input: shell.stdout }).on('line', (line) => {
    const [number = 0, code = 0] = line.split(' ').map(Number);
    ends.get(number)?.(code);
    ends.delete(number);
  });
  onTestFinished(() => void shell.kill('SIGKILL'));
  let count = 0;
  return (command) =>
    new Promise((resolve) => {
      count += 1;
      ends.set(count, resolve);
      shell.stdin.write(`{ (${command}) </dev/null >/dev/null; echo "${count} $?"; } &\n`);
    });
}
