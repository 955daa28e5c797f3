import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { runningOption } from '../../src/core/ssh/index.ts';
import { sshOptionProblem } from '../../src/shared/domain/index.ts';

test('of every keyword that the ssh here speaks of it is known whether it runs something', () => {
  const { stdout } = spawnSync('ssh', ['-F', 'none', '-G', 'host'], { encoding: 'utf8' });
  // It asks for the name that it was given, and says so in a keyword of its own.
  const lines = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('host '));
  expect(lines.length).toBeGreaterThan(50);
  const unknown = lines.filter(
    (line) => sshOptionProblem(line) === null && runningOption(line)?.where === 'unknown',
  );
  expect(unknown).toEqual([]);
});
