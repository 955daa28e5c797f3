import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { expect, it } from 'vitest';

it('output that cannot be written is a failure, not an end like any other', async () => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, ['src/cli/main.ts', '--help'], {
    stdio: ['ignore', full, 'ignore'],
  });
  const [code] = await once(child, 'exit');
  expect(code).toBe(1);
});
