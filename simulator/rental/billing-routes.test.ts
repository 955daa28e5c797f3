import { describe, expect, test } from 'vitest';
import { documentedSpend, documentedUsage } from '../testing/documented.ts';
import { type Setup, setup } from '../testing/setup.ts';

async function usage(sim: Setup, query = '') {
  return documentedUsage.parse((await sim.owner.get(`/billing/usage${query}`)).body);
}

async function spend(sim: Setup) {
  return documentedSpend.parse((await sim.owner.get('/billing/current-spend')).body);
}

describe('GET /billing/current-spend', () => {
  test('totals its VMs per hour, day and month of 730 hours', async () => {
    const sim = await setup({ vms: 200 });
    const answer = await spend(sim);
    const sum = answer.vms.reduce((total, vm) => total + vm.total_cost_per_hour, 0);
    expect(answer.total_per_hour).toBeCloseTo(sum, 6);
    expect(answer.hourly_rate).toBe(answer.total_per_hour);
    expect(answer.total_per_day).toBeCloseTo(sum * 24, 5);
    expect(answer.total_per_month).toBeCloseTo(sum * 730, 4);
    for (const vm of answer.vms) {
      expect(
        vm.gpu_cost_per_hour + vm.storage_cost_per_hour + vm.network_cost_per_hour,
      ).toBeCloseTo(vm.total_cost_per_hour, 9);
    }
  });
});

describe('GET /billing/usage', () => {
  test('covers the last seven days without dates, and the given days with them', async () => {
    const sim = await setup({ vms: 60 });
    const answer = await usage(sim);
    expect(answer.period_start).toBe('2026-01-09T00:00:00.000Z');
    expect(answer.period_end).toBe('2026-01-15T23:59:59.999Z');
    expect(await usage(sim, '?start_date=2026-01-09&end_date=2026-01-15')).toEqual(answer);
    const early = await usage(sim, '?start_date=2025-12-01&end_date=2025-12-06');
    expect(early.logs.length).toBeGreaterThan(0);
    const { logs } = await usage(sim, '?start_date=2026-01-03&end_date=2026-01-04');
    const days = new Set(logs.map((entry) => entry.timestamp.slice(0, 10)));
    expect([...days].toSorted()).toEqual(['2026-01-03', '2026-01-04']);
    const future = await usage(sim, '?start_date=2026-02-01&end_date=2026-02-02');
    expect(future).toMatchObject({ logs: [], vm_breakdown: [], total_cost: 0, total_hours: 0 });
  });

  test('includes a VM that is gone', async () => {
    const sim = await setup({ vms: 1 });
    const [vm] = sim.control.vms();
    const before = await usage(sim);
    sim.control.destroyVm(vm?.id ?? '', 'gone');
    expect(await usage(sim)).toEqual(before);
    expect((await spend(sim)).vms).toEqual([]);
  });
});
