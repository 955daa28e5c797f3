import { describe, expect, test } from 'vitest';
import type { Problem } from '../../shared/domain/problem.ts';
import { fakeClient } from './testing/fake-client.ts';
import { vm } from './testing/records.ts';
import { monitorSetup } from './testing/setups.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const forbidden: Problem = { kind: 'forbidden' };

describe('a billing_only key', () => {
  async function billingOnly() {
    const setup = monitorSetup();
    const client = fakeClient({ vms: { problem: forbidden } });
    setup.monitor.add('a', client);
    await setup.clock.advance(0);
    return { ...setup, client, asksForVms: () => client.asked.filter((name) => name === 'vms') };
  }

  test('is remembered: the VMs are requested again after 5 min, 15 min, then hourly', async () => {
    const { clock, client, state, asksForVms } = await billingOnly();
    const asked: number[] = [];
    for (const minutes of [4, 2, 13, 2, 57, 3]) {
      await clock.advance(minutes * MINUTE);
      asked.push(asksForVms().length);
    }
    expect(asked).toEqual([1, 2, 2, 3, 3, 4]);
    expect(client.asked.length).toBeGreaterThan(100);
    expect(state('a').vms).toEqual({ value: null, problem: forbidden });
  });

  test('is asked for its VMs no later where the user refreshed meanwhile', async () => {
    const { monitor, clock, client, asksForVms } = await billingOnly();
    for (const _ of [1, 2, 3]) {
      await clock.advance(2 * SECOND);
      await monitor.refresh();
    }
    client.vms = { value: [vm('1')] };
    await clock.advance(6 * MINUTE);
    expect(asksForVms().length).toBeGreaterThan(4);
  });

  test('removes the VMs without events', async () => {
    const { monitor, clock, state, reports } = monitorSetup();
    const client = fakeClient({ vms: { value: [vm('1')] } });
    monitor.add('a', client);
    await clock.advance(0);
    reports();
    client.vms = { problem: forbidden };
    await clock.advance(19 * MINUTE);
    expect(state('a').vms.value?.vms).toEqual([vm('1')]);
    await clock.advance(2 * MINUTE);
    expect(state('a').vms).toEqual({ value: null, problem: forbidden });
    expect(reports()).toMatchObject([{ events: [] }, { events: [] }]);
  });
});

test('a credential that is permitted nothing is tried again after 5 min, 15 min, then hourly', async () => {
  const { monitor, clock, state } = monitorSetup();
  const client = fakeClient({ vms: { value: [vm('1')] } });
  const { currentSpend: _, ...cloud } = client;
  monitor.add('a', { ...cloud, listVms: client.listVms, requestCount: client.requestCount });
  await clock.advance(0);
  client.vms = { problem: forbidden };
  client.asked.length = 0;
  const seen: unknown[] = [];
  for (const minutes of [1, 4, 2, 13, 2, 57, 3]) {
    await clock.advance(minutes * MINUTE);
    seen.push([client.asked.length, state('a').vms.value?.vms.length ?? null]);
  }
  const [kept, dropped] = [1, null];
  expect(seen).toEqual([
    [1, kept],
    [1, kept],
    [2, kept],
    [2, kept],
    [3, dropped],
    [3, dropped],
    [4, dropped],
  ]);
  client.vms = { value: [vm('1')] };
  await monitor.refresh();
  expect(state('a').vms).toMatchObject({ problem: null, value: { vms: [{ id: '1' }] } });
});
