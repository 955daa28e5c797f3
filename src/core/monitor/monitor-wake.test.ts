import { describe, expect, test } from 'vitest';
import type { Problem } from '../../shared/domain/problem.ts';
import { fakeClient } from './testing/fake-client.ts';
import { spend, vm } from './testing/records.ts';
import { monitorSetup } from './testing/setups.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const network: Problem = { kind: 'network' };

/** An account with a VM that was interrupted, and a new one, during nine hours of sleep. */
async function asleep() {
  const setup = monitorSetup();
  const client = fakeClient({ vms: { value: [vm('1')] } });
  setup.monitor.add('a', client);
  await setup.clock.advance(0);
  setup.reports();
  setup.monitor.suspend();
  await setup.clock.advance(9 * HOUR);
  expect(client.asked).toHaveLength(2);
  client.vms = { value: [vm('1', { status: 'interrupted' }), vm('2')] };
  client.spend = { value: spend({ perHour: 2 }) };
  const flags = () =>
    setup.reports().map(({ isAfterWake, events }) => [isAfterWake, events.length]);
  return { ...setup, client, flags };
}

describe('after waking up', () => {
  test('the first report has all events and is marked, later ones are not', async () => {
    const { monitor, clock, client, flags } = await asleep();
    monitor.resume();
    await clock.advance(0);
    expect(flags()).toEqual([[true, 2]]);
    client.vms = { value: [vm('1'), vm('2')] };
    await clock.advance(30 * SECOND);
    expect(flags()).toEqual([[false, 1]]);
  });

  test('the mark waits for the network', async () => {
    const { monitor, clock, client, flags } = await asleep();
    const { vms, spend: later } = client;
    client.vms = { problem: network };
    client.spend = { problem: network };
    monitor.resume();
    await clock.advance(10 * SECOND);
    // A missing network is no event of the time asleep.
    expect(flags()).toEqual([[false, 0]]);
    Object.assign(client, { vms, spend: later });
    await clock.advance(5 * SECOND);
    expect(flags()).toEqual([[true, 2]]);
  });

  test('the mark waits for the VMs when the spend arrives first', async () => {
    const { monitor, clock, client, flags } = await asleep();
    const { vms } = client;
    client.vms = { problem: { kind: 'timeout', seconds: 15 } };
    monitor.resume();
    await clock.advance(0);
    expect(flags()).toEqual([[false, 0]]);
    client.vms = vms;
    await clock.advance(30 * SECOND);
    expect(flags()).toEqual([[true, 2]]);
  });

  test('an unchanged poll uses up the mark', async () => {
    const { monitor, clock, client, flags } = await asleep();
    client.vms = { value: [vm('1')] };
    client.spend = { value: spend() };
    monitor.resume();
    await clock.advance(0);
    expect(flags()).toEqual([]);
    client.vms = { value: [vm('1', { status: 'failed' })] };
    await clock.advance(30 * SECOND);
    expect(flags()).toEqual([[false, 1]]);
  });

  test('with a billing_only key the spend is marked', async () => {
    const setup = monitorSetup();
    const client = fakeClient({ vms: { problem: { kind: 'forbidden', detail: null } } });
    setup.monitor.add('a', client);
    await setup.clock.advance(0);
    setup.reports();
    setup.monitor.suspend();
    client.spend = { value: spend({ perHour: 9 }) };
    setup.monitor.resume();
    await setup.clock.advance(SECOND);
    client.spend = { value: spend({ perHour: 10 }) };
    await setup.clock.advance(30 * SECOND);
    expect(setup.reports().map(({ isAfterWake }) => isAfterWake)).toEqual([true, false]);
  });

  test('each account has its own mark', async () => {
    const { monitor, clock, reports, client } = await asleep();
    const slow = fakeClient({ vms: 'never' });
    monitor.add('slow', slow);
    monitor.suspend();
    reports();
    monitor.resume();
    await clock.advance(SECOND);
    expect(reports().map(({ accountId, isAfterWake }) => [accountId, isAfterWake])).toEqual([
      ['a', true],
    ]);
    slow.vms = { value: [vm('s')] };
    monitor.suspend();
    client.vms = { value: [vm('1')] };
    monitor.resume();
    await clock.advance(SECOND);
    expect(reports().map(({ accountId, isAfterWake }) => [accountId, isAfterWake])).toEqual([
      ['a', true],
      ['slow', true],
    ]);
  });
});
