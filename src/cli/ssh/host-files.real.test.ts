import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { searchSetup, wireVm } from '../testing/setups.ts';
import { forgetSignedOut } from './host-files.ts';

test('warns at a sign-out about SSH files that cannot be written', async () => {
  const { ssh, folder, warnings, services, find } = await searchSetup();
  services.mine.vms = [wireVm('one')];
  await find('gpu-one');
  await rm(join(folder, 'lock'));
  await mkdir(join(folder, 'lock'));
  await forgetSignedOut(ssh, [], (message) => warnings.push(message));
  expect(warnings).toEqual([expect.stringContaining(`Failed to lock ${join(folder, 'lock')}`)]);
});
