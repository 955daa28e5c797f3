import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startWorld } from '../../scripts/world/world.ts';
import { vmTable } from '../../src/cli/vms/status-table.ts';
import type { Notification } from '../../src/core/app/index.ts';
import { loadProvider } from '../../src/core/providers/index.ts';
import { storedStop } from '../../src/core/settings/index.ts';
import { readSettings } from '../../src/core/settings/schema.ts';
import { trayModel } from '../../src/main/tray/tray-model.ts';
import { shownAutoStop } from '../../src/shared/auto-stop/vm-timer-view.ts';
import { vmKey } from '../../src/shared/ssh/ssh-state.ts';

// A VM that cannot be stopped, with a reminder, on every surface but the panel's page, whose spec has its own.

const HOUR = 3_600_000;
/** As a stop is announced. */
const STOP = /\buntil\b|\bstops\b|auto-stop was due/i;

test('no surface says of a reminder at Lambda that it stops the VM', async () => {
  await loadProvider('lambda');
  const world = await startWorld({ provider: 'lambda', vms: 0 });
  const { time, control, folder } = world;
  control.createVm({ instance_label: 'train', status: 'running', load: 'idle' });
  const notified: Notification[] = [];
  const application = await world.starter({ onNotified: (one) => void notified.push(one) })();
  onTestFinished(async () => {
    await application.stop();
    await world.close();
  });
  const { requests, state } = application;
  async function answer<T>(request: Promise<T>): Promise<T> {
    await time.pass(15_000);
    return request;
  }
  const key = world.credentials[0].apiKeys.read_write;
  const { baseUrl } = world;
  await answer(requests.signInWithKey({ provider: 'lambda', baseUrl, key, accountId: null }));
  const [account] = state().accounts;
  const [vm] = state().snapshots[account?.id ?? '']?.vms.value?.vms ?? [];
  if (account === undefined || vm === undefined) throw new Error('no VM was listed');
  const target = { accountId: account.id, vmId: vm.id };
  await answer(requests.setAutoStop({ ...target, when: '2h', mayErase: true }));

  const surfaces: string[] = [];
  async function look(): Promise<string> {
    const now = time.clock.now();
    const reading = readSettings(await readFile(join(folder, 'settings.json'), 'utf8'));
    if (reading.kind !== 'good' || vm === undefined) throw new Error('no settings');
    const { settings } = reading;
    const can = state().accounts.find(({ id }) => id === target.accountId)?.can ?? [];
    const autoStop = shownAutoStop(storedStop(settings, target), { can }, null, now);
    const { accountId } = target;
    const autoStops = autoStop && { [vmKey(accountId, vm.id)]: autoStop };
    const app = { ...state(), autoStops: autoStops ?? {} };
    const status = vmTable({ app, accountId, now }, [vm], 200, (_, line) => line);
    const tray = trayModel(state(), now);
    surfaces.push(...status, JSON.stringify(tray), JSON.stringify(state()));
    return status.join('\n');
  }
  expect(Object.values(state().autoStops)).toMatchObject([{ kind: 'reminder', name: 'train' }]);
  expect(await look()).toMatch(/ reminder \d\d:\d\d /);
  await time.pass(2 * HOUR - 60_000);
  await look();
  await time.pass(HOUR);
  await look();
  const texts = notified.map(({ title, body }) => `${title}. ${body}`);
  expect(texts).toEqual([
    expect.stringMatching(/^train: reminder at /),
    expect.stringMatching(/^Time to stop train\./),
  ]);
  expect([...surfaces, ...texts].filter((text) => STOP.test(text))).toEqual([]);
});
