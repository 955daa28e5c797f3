import { expect, onTestFinished, test } from 'vitest';
import { startWorld } from '../../scripts/world/world.ts';
import { silentLog } from '../../src/core/log.ts';
import { loadProvider } from '../../src/core/providers/index.ts';

test('a list of many pages shows its progress until it is read', async () => {
  await loadProvider('vast');
  const world = await startWorld({ provider: 'vast', vms: 180 });
  const start = world.starter({ log: silentLog });
  const application = await start();
  onTestFinished(async () => {
    await application.stop();
    await world.close();
  });
  const { read_write: key } = world.credentials[0].apiKeys;
  const account = { provider: 'vast', baseUrl: world.baseUrl, key, accountId: null } as const;
  let isSignedIn = false;
  const signedIn = application.requests.signInWithKey(account).then(() => {
    isSignedIn = true;
  });
  const shown = new Set<string | null>();
  for (let steps = 0; steps < 150 && (!isSignedIn || steps < 60); steps += 1) {
    await world.time.pass(500);
    shown.add(application.state().listProgress);
  }
  await signedIn;
  expect([...shown].join()).toMatch(/Reading 100 of 1\d\d…/);
  expect(application.state().listProgress).toBeNull();
  const [snapshot] = Object.values(application.state().snapshots);
  expect(snapshot?.vms.value?.vms.length).toBeGreaterThan(125);
});
