import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EMPTY_DRAFT } from '../../src/shared/domain/index.ts';
import { sharedKeyring, startApplication } from './application.ts';
import { simulate, temporaryFolder } from './fixtures.ts';

const keyring = sharedKeyring();

const PASSWORD = 'canary-vm-password-1';

/** The app after the launch of a VM with that password. */
async function launched(keepsPassword: boolean) {
  const { env } = await keyring();
  const simulator = await simulate({ vms: 1 });
  const folder = await temporaryFolder();
  const recorded = await startApplication({ env }, folder);
  const { requests, state } = recorded.application;
  const { accountId } = await requests.signInWithKey({
    baseUrl: simulator.baseUrl,
    key: simulator.credentials[0].apiKeys.read_write,
    accountId: null,
  });
  const draft = {
    ...EMPTY_DRAFT,
    ...{ node: 'vm02', gpuType: '4090', gpuCount: '1', storageGb: '50', template: '100' },
    login: 'password',
  };
  await requests.launchVm({ accountId, draft, password: PASSWORD, keepsPassword });
  const vm = { accountId, vmId: state().launch?.vmId ?? '' };
  return { ...recorded, simulator, requests, state, vm, folder };
}

test('a kept password can be copied from the VM until it is gone, and reaches no file', async () => {
  const own = await launched(true);
  const { requests, state, vm, simulator } = own;
  expect(state().vmPasswords).toEqual([`${vm.accountId}/${vm.vmId}`]);
  await requests.copyVmPassword(vm);
  expect(own.copied).toEqual([PASSWORD]);
  const settings = await readFile(join(own.folder, 'settings.json'), 'utf8');
  expect(settings).toContain(vm.vmId);
  expect(settings + JSON.stringify(state())).not.toContain(PASSWORD);

  await requests.refresh({ accountId: vm.accountId });
  simulator.control.setVm(vm.vmId, { status: 'destroyed' });
  await requests.refresh({ accountId: vm.accountId });
  await expect.poll(() => state().vmPasswords).toEqual([]);
  await expect(requests.copyVmPassword(vm)).rejects.toThrow('not in the keychain');
});

test('a password is kept only on request, and is deleted on request and with the account', async () => {
  const without = await launched(false);
  expect(without.state().vmPasswords).toEqual([]);
  await expect(without.requests.copyVmPassword(without.vm)).rejects.toThrow('not in the keychain');

  const forgotten = await launched(true);
  await forgotten.requests.forgetVmPassword(forgotten.vm);
  expect(forgotten.state().vmPasswords).toEqual([]);
  await expect(forgotten.requests.copyVmPassword(forgotten.vm)).rejects.toThrow(
    'not in the keychain',
  );

  const signedOut = await launched(true);
  await signedOut.requests.signOut({ accountId: signedOut.vm.accountId });
  expect(signedOut.state().vmPasswords).toEqual([]);
  await expect(signedOut.requests.copyVmPassword(signedOut.vm)).rejects.toThrow(
    'not in the keychain',
  );
});
