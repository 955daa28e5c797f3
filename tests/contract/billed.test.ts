import { describe, expect, it } from 'vitest';
import { readAccount } from '../../src/core/monitor/index.ts';
import { billedNow, vmPhase } from '../../src/shared/domain/index.ts';
import { keyClient, simulate } from './fixtures.ts';

/** What the service shows of a fleet now, as one look at it. */
async function look(options: Parameters<typeof simulate>[0]) {
  const simulator = await simulate(options);
  const state = await readAccount(keyClient(simulator), new AbortController().signal);
  const { vms, spend } = { vms: state.vms.value, spend: state.spend.value };
  if (vms === null || spend === null) throw new Error('the simulator did not answer');
  return { vms: vms.vms, spend };
}

const cents = (amount: number) => Math.round(amount * 100);

describe('what the rows say is billed', () => {
  it.each([
    ['the fleet of the demo', { vms: 12 }],
    ['another one', { vms: 60, seed: 7 }],
    ['more than a page', { vms: 700, seed: 3 }],
  ])('adds up to the headline: %s', async (_, options) => {
    const { vms, spend } = await look(options);
    const billed = vms.map((vm) => billedNow(vm, spend) ?? 0);
    expect(cents(billed.reduce((sum, amount) => sum + amount, 0))).toBe(cents(spend.perHour ?? 0));
  });

  it('is the disk alone of a VM that is stopped, and unknown where the spend is silent', async () => {
    const { vms, spend } = await look({ vms: 60, seed: 7 });
    const stopped = vms.filter(({ status }) => vmPhase(status) === 'stopped');
    expect(stopped.length).toBeGreaterThan(0);
    for (const vm of stopped) {
      expect(billedNow(vm, spend)).toBe(vm.storageHourlyRate);
      expect(vm.hourlyRate).toBeGreaterThan(vm.storageHourlyRate ?? 0);
    }
    const billed = new Set(spend.vms.map(({ vmId }) => vmId));
    const silent = vms.filter(({ id }) => !billed.has(id));
    expect(silent.some(({ hourlyRate }) => hourlyRate !== null)).toBe(true);
    for (const vm of silent) expect(billedNow(vm, spend)).toBeNull();
  });
});
