import { expect, test } from 'vitest';
import { EMPTY_DRAFT } from '../../src/shared/domain/vm-order.ts';
import { memorySession, startApplication } from './application.ts';
import { simulate, temporaryFolder } from './fixtures.ts';
import { filesOf, leaks } from './leaks.ts';

const PASSWORD = 'canary-vm-password-1';

test("a VM's password is sent, and reaches neither a file nor the state", async () => {
  const simulator = await simulate({ vms: 1 });
  const folder = await temporaryFolder();
  const { application } = await startApplication(memorySession(), folder);
  const { accountId } = await application.requests.signInWithKey({
    baseUrl: simulator.baseUrl,
    key: simulator.credentials[0].apiKeys.read_write,
    accountId: null,
  });
  const draft = {
    ...EMPTY_DRAFT,
    node: 'vm02',
    gpuType: '4090',
    gpuCount: '1',
    storageGb: '50',
    template: '100',
    login: 'password',
  };
  await application.requests.launchVm({ accountId, draft, password: PASSWORD });
  expect(application.state().launch?.phase).toBe('launched');
  // Stop first: temporary files of pending writes would vanish during the scan.
  await application.stop();
  const files = await filesOf(folder);
  expect(files.length).toBeGreaterThan(0);
  const state = { where: 'state', text: JSON.stringify(application.state()) };
  expect(leaks([...files, state], [PASSWORD])).toEqual([]);
});
