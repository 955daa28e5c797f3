import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const PROGRAM = resolve(import.meta.dirname, 'soak.ts');

async function soak(...args: readonly string[]) {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((end) => child.once('close', end));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, stdout, stderr };
}

test('faults at a provider, and auto-stops of two programs, pass', {
  timeout: 600_000,
}, async () => {
  const args = ['--hours', '0.5', '--seed', '2', '--providers', 'vast'];
  const { code, stdout, stderr } = await soak(...args);
  expect(stderr).toBe('');
  // The findings and the table say what failed.
  expect(stdout).not.toContain('FAILED');
  expect(stdout).toContain('Wrong facts shown at rest');
  expect(code).toBe(0);
});

test('names an invalid option', async () => {
  expect(await soak('--hours', 'many')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'soak: --hours takes a number from 0.5 to 10000\n',
  });
});
