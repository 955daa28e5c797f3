import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Simulator } from '../../simulator/index.ts';
import { type Application, RefusalError } from '../../src/core/app/index.ts';
import { SERVICE } from '../keyring/fixture.ts';
import { startKeyring } from '../keyring/harness.ts';
import { memorySession, startApplication } from './application.ts';
import { simulate, temporaryFolder } from './fixtures.ts';

async function signInWithKey({ requests }: Application, simulator: Simulator): Promise<string> {
  const key = simulator.credentials[0].apiKeys.read_write;
  const request = { baseUrl: simulator.baseUrl, key, accountId: null };
  const { accountId } = await requests.signInWithKey(request);
  await requests.refresh({ accountId: null });
  return accountId;
}

function vmsOf(application: Application, accountId: string) {
  return application.state().snapshots[accountId]?.vms.value?.vms ?? [];
}

/** Some of the simulator's VMs have been running for days, and others are stopped and cost. */
const ONLY_THE_RATE = {
  runningLong: { isOn: false, limit: 24 },
  stoppedBilled: { isOn: false, limit: null },
};

describe('the application', () => {
  test('changes no state when a poll changes nothing', async () => {
    const simulator = await simulate({ vms: 12 });
    const { application } = await startApplication(memorySession(), await temporaryFolder());
    const { requests } = application;
    let changes = 0;
    application.subscribe(() => {
      changes += 1;
    });
    await signInWithKey(application, simulator);
    const changesOfFivePolls = async () => {
      const before = changes;
      for (let poll = 0; poll < 5; poll += 1) await requests.refresh({ accountId: null });
      return changes - before;
    };
    // Costs and SSH files still follow the sign-in.
    await expect.poll(changesOfFivePolls).toBe(0);
    expect(changes).toBeGreaterThan(0);
  });

  test('alerts once on the hourly rate, also across a restart, and can be snoozed', async () => {
    const session = memorySession();
    const simulator = await simulate({ vms: 12 });
    const folder = await temporaryFolder();
    const first = await startApplication(session, folder);
    await signInWithKey(first.application, simulator);
    await first.application.requests.changePreferences({
      ...{ hourlyRate: { isOn: true, limit: 0.5 }, ...ONLY_THE_RATE },
    });
    for (let poll = 0; poll < 4; poll += 1)
      await first.application.requests.refresh({ accountId: null });
    await expect
      .poll(() => first.notifications)
      .toMatchObject([
        {
          title: 'Hourly rate above your limit',
          body: expect.stringMatching(/^\$\d+\.\d\d\/h, limit \$0\.50 · highest: /),
        },
      ]);
    const [alert] = first.application.state().alerts;
    await first.application.requests.snoozeAlert({ alertId: alert?.id ?? '', snooze: 'hour' });
    expect(first.application.state().alerts[0]?.snoozedUntil).toBeGreaterThan(Date.now());
    await first.application.stop();

    const second = await startApplication(session, folder);
    for (let poll = 0; poll < 4; poll += 1)
      await second.application.requests.refresh({ accountId: null });
    expect(second.application.state().alerts.map(({ id }) => id)).toEqual([alert?.id]);
    expect(second.notifications).toEqual([]);
    // Another limit is another alert; hidden amounts are dots.
    await second.application.requests.changePreferences({
      hideAmounts: true,
      hourlyRate: { isOn: true, limit: 0.25 },
    });
    for (let poll = 0; poll < 4; poll += 1)
      await second.application.requests.refresh({ accountId: null });
    await expect
      .poll(() => second.notifications.map(({ body }) => body))
      .toEqual([
        '••••/h, limit •••• · highest: scratch ••••/h. Stop what you no longer need, or raise the limit.',
      ]);
  });

  test('polls once online after an offline start', async () => {
    const session = memorySession();
    const simulator = await simulate({ vms: 3 });
    const folder = await temporaryFolder();
    const before = await startApplication(session, folder);
    const accountId = await signInWithKey(before.application, simulator);
    await before.application.stop();

    let isUp = false;
    const reach = {
      fetch: (async (input, init) => {
        if (!isUp) throw new TypeError('fetch failed');
        return fetch(input, init);
      }) satisfies typeof globalThis.fetch,
    };
    const { application } = await startApplication(session, folder, { reach, isOnline: false });
    const problem = () => application.state().snapshots[accountId]?.vms.problem?.kind;
    await expect.poll(problem).toBe('network');
    isUp = true;
    application.online(true);
    await expect.poll(() => vmsOf(application, accountId)).toHaveLength(3);
    await expect.poll(() => application.state().costs.today.known).not.toBeNull();
  });

  test('changes autostart on request only, and keeps the old value when that fails', async () => {
    const folder = await temporaryFolder();
    const first = await startApplication(memorySession(), folder);
    const { requests, state } = first.application;
    expect([state().preferences.autostart, first.autostarts]).toEqual([false, []]);
    await requests.changePreferences({ autostart: true });
    await requests.changePreferences({ hideAmounts: true });
    expect([state().preferences.autostart, first.autostarts]).toEqual([true, [true]]);
    await first.application.stop();

    const second = await startApplication(memorySession(), folder);
    await second.application.requests.changePreferences({ autostart: false });
    expect(second.autostarts).toEqual([false]);
    await second.application.stop();

    const refusal = { kind: 'autostart', message: 'Not here.', action: 'Install it.' };
    const setAutostart = async () => {
      throw new RefusalError(refusal);
    };
    const third = await startApplication(memorySession(), folder, { setAutostart });
    const change = third.application.requests.changePreferences({ autostart: true, theme: 'dark' });
    await expect(change).rejects.toMatchObject({ refusal });
    expect(third.application.state().preferences).toMatchObject({ autostart: false });
    expect(third.application.state().preferences.theme).not.toBe('dark');
  });

  test('a start does not turn on again what the user turned off on the desktop', async () => {
    const folder = await temporaryFolder();
    const first = await startApplication(memorySession(), folder);
    await first.application.requests.changePreferences({ autostart: true });
    await first.application.stop();

    const renewAutostart = async () => false;
    const second = await startApplication(memorySession(), folder, { renewAutostart });
    const { state } = second.application;
    await expect.poll(() => state().preferences.autostart).toBe(false);
    expect(second.autostarts).toEqual([]);
  });

  test('asks for the permission to notify with the answer about alerts, and not before', async () => {
    let asked = 0;
    const askToNotify = () => {
      asked += 1;
    };
    const started = await startApplication(memorySession(), await temporaryFolder(), {
      askToNotify,
    });
    const { requests } = started.application;
    await requests.changePreferences({ theme: 'dark' });
    expect(asked).toBe(0);
    await requests.changePreferences({ hourlyRate: { isOn: false, limit: null } });
    expect(asked).toBe(1);
  });

  test('checks its account after a new poll, and copies only the states of the checks', async () => {
    const simulator = await simulate({ vms: 1 });
    const { application, copied } = await startApplication(
      memorySession(),
      await temporaryFolder(),
    );
    await signInWithKey(application, simulator);
    simulator.control.addFault({ path: '/vms', fault: { kind: 'status', status: 401 } });
    const diagnose = async () => {
      const checks = await application.requests.diagnose();
      return Object.fromEntries(checks.map(({ id, state }) => [id, state]));
    };
    expect(await diagnose()).toMatchObject({
      ...{ keychain: 'ok', network: 'ok', service: 'ok', scopes: 'failed' },
      ...{ tray: 'ok', notifications: 'ok', autostart: 'ok' },
    });
    await application.requests.copyDiagnostics();
    expect(copied[0]).toContain('\nCheck scopes: failed\n');
    expect(copied[0]).not.toContain('rejected');
    await application.requests.copyShapes();
    expect(copied[1]).toContain('Failed: list (unauthorized)\n');
    expect(copied[1]).toContain('\nGET /billing/current-spend\n  answer: object\n');
    // A limited account is not polled again, and checked by its last poll.
    simulator.control.clearFaults();
    const headers = { 'Retry-After': '600' };
    simulator.control.addFault({ path: '/vms', fault: { kind: 'status', status: 429, headers } });
    await diagnose();
    expect(await diagnose()).toMatchObject({ service: 'ok', scopes: 'unknown' });
  });

  test('shows the last failed notification as a notice until dismissed, and a crash of the panel', async () => {
    const { application } = await startApplication(memorySession(), await temporaryFolder());
    application.notificationFailed({ title: 'a is running', body: '' });
    application.notificationFailed({ title: 'train-1 has failed', body: '2 × 4090' });
    expect(application.state().notice).toBe('train-1 has failed: 2 × 4090');
    await application.requests.dismissNotice();
    expect(application.state().notice).toBeNull();
    application.panelCrashed();
    expect(application.state().notice).toMatch(/^The panel crashed and was closed/);
  });

  test('deletes all data of a signed-out account', async () => {
    const ring = await startKeyring();
    onTestFinished(() => ring.close());
    const simulator = await simulate({ vms: 3 });
    const folder = await temporaryFolder();
    const { application } = await startApplication(ring, folder);
    const accountId = await signInWithKey(application, simulator);
    const items = { service: SERVICE, account: accountId };
    expect(await ring.items(items)).toHaveLength(1);
    await application.requests.changePreferences({
      ...{ hourlyRate: { isOn: true, limit: 0 }, ...ONLY_THE_RATE },
    });
    for (let poll = 0; poll < 3; poll += 1) await application.requests.refresh({ accountId: null });
    expect(application.state().alerts).toHaveLength(1);
    const [vm] = application.state().snapshots[accountId]?.vms.value?.vms ?? [];
    const ref = { accountId, vmId: vm?.id ?? '' };
    await application.requests.muteVm({ ...ref, isMuted: true });
    await application.requests.signOut({ accountId });
    const nothing = { accounts: [], snapshots: {}, alerts: [], rates: [] };
    expect(application.state()).toMatchObject({ ...nothing, preferences: { mutedVms: [] } });
    await application.stop();
    expect(await ring.items(items)).toHaveLength(0);
    expect(await readFile(join(folder, 'settings.json'), 'utf8')).not.toContain(accountId);
    // Stopping waits three seconds at most, which may be too short for a slow disk.
    const read = (...path: readonly string[]) => readFile(join(folder, ...path), 'utf8');
    await expect.poll(() => read('alerts.json')).toContain('"states":{}');
    await expect.poll(() => read('ssh', 'hosts.json')).toContain('"hosts": []');
    await expect.poll(() => read('ssh', 'config')).not.toMatch(/^\s*Host gpu-[a-z]/m);
  });
});
