import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../core/files/testing/temporary-folder.ts';
import { EXIT } from '../exit-code.ts';
import { logIn } from './log-in.ts';

async function program(script: string): Promise<string> {
  const path = join(await temporaryFolder(), 'ssh');
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

function listeners(): readonly number[] {
  return ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP'].map((signal) => process.listenerCount(signal));
}

test.each([
  ['exit 0', 0],
  ['exit 7', 7],
  ['exit 255', 255],
  ['kill -INT $$', 130],
  ['kill -KILL $$', 137],
])(
  'a login that ends by %j ends with %d, and leaves the signals as they were',
  async (script, code) => {
    const before = listeners();
    expect(await logIn(await program(script), [])).toBe(code);
    expect(listeners()).toEqual(before);
  },
);

test('the words arrive as they are, since no shell reads them', async () => {
  const words = ['gpu-train-1', '$(exit 9)', 'a b', "it's", ''];
  const path = await program(
    `[ $# = 5 ] && [ "$2" = '$(exit 9)' ] && [ "$3" = 'a b' ] && [ "$4" = "it's" ] && [ -z "$5" ]`,
  );
  expect(await logIn(path, words)).toBe(0);
});

test('one that may not be run is told, and leaves the signals as they were', async () => {
  const before = listeners();
  const path = join(await temporaryFolder(), 'ssh');
  await expect(logIn(path, [])).rejects.toMatchObject({
    exitCode: EXIT.noLogin,
    message: expect.stringMatching(
      /^ssh could not be started \(.*ENOENT\); check that .*ssh may be run\.$/,
    ),
  });
  expect(listeners()).toEqual(before);
});
