import { expect, test } from 'vitest';
import type { Usage } from '../../shared/domain/billing.ts';
import { vmKey } from '../../shared/ssh/ssh-state.ts';
import { readUsageReports } from './usage-reports.ts';

const NOON = Date.UTC(2026, 10, 20, 12);

test.each<[string, Partial<Usage>, number | null, number | null]>([
  ['says no period', {}, 5, 5],
  ['is of the requested days', { periodEnd: '2026-11-20T12:00:00Z' }, 5, 5],
  ['is of the month for either request', { periodStart: '2026-11-01' }, null, 5],
  ['is of the day before', { periodStart: '2026-11-19', periodEnd: '2026-11-19' }, null, null],
])('a bill that %s', async (_, period, today, month) => {
  const usage = async (): Promise<Usage> => ({
    ...{ totalCost: 5, totalHours: 1, periodStart: null, periodEnd: null, skipped: 0, ...period },
    vms: [{ vmId: 'x', defaultName: null, gpuModel: null, hours: 1, cost: 5 }],
  });
  const costs = await readUsageReports('a', { usage }, NOON, new AbortController().signal);
  expect(costs).toEqual({
    ...{ accountId: 'a', at: NOON, today, month, problem: null },
    vms: month === null ? {} : { [vmKey('a', 'x')]: 5 },
    ofToday: { vms: today === null ? {} : { x: 5 }, unnamed: 0 },
  });
});
