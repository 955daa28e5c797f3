import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../core/files/testing/temporary-folder.ts';
import { initialState } from '../../shared/state/index.ts';
import { environment } from '../../shared/testing/environment.ts';
import { accountRetries } from './retry-accounts.ts';

test('a changed file whose accounts could not be stored is read again, one that was read is not', async () => {
  const path = join(await temporaryFolder(), 'credentials.json');
  await writeFile(path, 'one');
  const application = {
    state: () => initialState(environment, 0),
    requests: { refresh: async () => {} },
  };
  let reads = 0;
  let fails = true;
  const retry = accountRetries(application, path, async () => {
    reads += 1;
    if (fails) throw new Error('locked');
  });
  await retry();
  expect(reads).toBe(0);
  await writeFile(path, 'changed');
  await expect(retry()).rejects.toThrow('locked');
  fails = false;
  await retry();
  await retry();
  expect(reads).toBe(2);
});
