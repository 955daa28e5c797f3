import { expect, test } from 'vitest';
import { ORDER } from '../../src/shared/launch/testing/launch.ts';
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
  const { requests } = application;
  const key = 'vm02/4090/1/on_demand';
  const offer = await requests.readQuote({ accountId, offer: key, diskGb: null });
  if (offer === null) throw new Error('no offer');
  const order = { ...ORDER, offer, image: '100', login: { method: 'password' } as const };
  await requests.launchVm({
    ...{ accountId, order, password: PASSWORD, mayAddKey: false },
    ...{ maxPerHour: offer.price.perHour, stopLater: null },
  });
  expect(application.state().currentLaunch?.phase).toBe('launched');
  // Stop first: temporary files of pending writes would vanish during the scan.
  await application.stop();
  const files = await filesOf(folder);
  expect(files.length).toBeGreaterThan(0);
  const state = { where: 'state', text: JSON.stringify(application.state()) };
  expect(leaks([...files, state], [PASSWORD])).toEqual([]);
});
