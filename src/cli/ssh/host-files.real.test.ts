import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { searchSetup, wireVm } from '../testing/setups.ts';
import { forgetSignedOut } from './host-files.ts';

async function setup() {
  const search = await searchSetup(['mine', 'work']);
  search.services.mine.vms = [wireVm('one')];
  search.services.work.vms = [wireVm('two')];
  await search.find('gpu-one');
  return search;
}

test('signing out removes the account’s VMs from the SSH files and keeps the others', async () => {
  const { ssh, aliases, warnings } = await setup();
  await forgetSignedOut(ssh, [{ id: 'work' }], (message) => warnings.push(message));
  expect(await aliases()).toEqual(['gpu-two']);
  expect(await readFile(ssh.places.configFile, 'utf8')).not.toContain('gpu-one');
  expect(warnings).toEqual([]);
});

test('warns about files that cannot be written', async () => {
  const { ssh, folder, warnings } = await setup();
  await rm(join(folder, 'lock'));
  await mkdir(join(folder, 'lock'));
  await forgetSignedOut(ssh, [], (message) => warnings.push(message));
  expect(warnings).toEqual([expect.stringContaining(`Failed to write the SSH files in ${folder}`)]);
});
