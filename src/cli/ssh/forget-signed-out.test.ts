import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forgetSignedOut } from './forget-signed-out.ts';
import { searchSetup, wireVm } from './testing/search-setup.ts';

async function twoAccounts() {
  const setup = await searchSetup(['mine', 'work']);
  setup.services.mine.vms = [wireVm('one')];
  setup.services.work.vms = [wireVm('two')];
  await setup.find('gpu-one');
  return setup;
}

test('the VMs of an account that is signed out leave ssh’s files, the others stay', async () => {
  const { ssh, folder, aliases, said } = await twoAccounts();
  await forgetSignedOut(ssh, [{ id: 'work' }], (message) => said.push(message));
  expect(await aliases()).toEqual(['gpu-two']);
  expect(await readFile(join(folder, 'config'), 'utf8')).not.toContain('gpu-one');
  expect(said).toEqual([]);
});

test('where they cannot be written, that is said', async () => {
  const { ssh, folder, said } = await twoAccounts();
  await writeFile(join(folder, 'lock'), 'x'.repeat(200));
  await forgetSignedOut(ssh, [], (message) => said.push(message));
  expect(said).toEqual([expect.stringContaining(`The SSH files in ${folder} cannot be used`)]);
});

test('where there is nothing to forget, nothing is made', async () => {
  const { ssh, folder, said } = await searchSetup();
  await forgetSignedOut(ssh, [], (message) => said.push(message));
  await expect(readFile(join(folder, 'lock'))).rejects.toThrow('ENOENT');
});
