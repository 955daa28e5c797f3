import { expect, test } from 'vitest';
import type { Usage } from '../../shared/domain/billing.ts';
import { ServiceError } from '../providers/index.ts';
import { readUsageReports } from './usage-reports.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;

test.each<[string, Partial<Usage>, number | null, number | null]>([
  ['says no period', {}, 5, 5],
  ['is of the requested days', { periodEnd: '2026-11-20T12:00:00Z' }, 5, 5],
  ['is of the month for either request', { periodStart: '2026-11-01' }, null, 5],
  ['is of the day before', { periodStart: '2026-11-19', periodEnd: '2026-11-19' }, null, null],
])('a bill that %s', async (_, period, today, month) => {
  const usage = async (): Promise<Usage> => ({
    ...{ totalCost: 5, totalHours: 1, periodStart: null, periodEnd: null, skipped: 0, ...period },
    logs: [],
    vms: [{ vmId: 'x', defaultName: null, gpuModel: null, hours: 1, cost: 5 }],
  });
  const costs = await readUsageReports('a', { usage }, NOON, new AbortController().signal);
  expect(costs).toEqual({
    ...{ accountId: 'a', at: NOON, today, month, problem: null },
    dueAt: NOON + (today === null || month === null ? 5 : 60) * MINUTE,
    vms: month === null ? {} : { x: 5 },
    ofToday: { vms: today === null ? {} : { x: 5 }, unnamed: 0 },
  });
});

test.each<[string, string, object | null, string]>([
  ['a report is due in an hour', '12:00', null, '13:00'],
  ['soon after midnight', '23:50', null, '00:01'],
  ['in five minutes where an amount is unknown', '12:00', {}, '12:05'],
  ['as soon after midnight', '23:58', {}, '00:01'],
  ['not before the service said', '12:00', { retryAt: Date.UTC(2026, 10, 20, 12, 30) }, '12:30'],
])('%s', async (_, time, failure, due) => {
  const now = Date.parse(`2026-11-20T${time}:00Z`);
  const usage = async (): Promise<Usage> => {
    if (failure !== null)
      throw new ServiceError({ kind: 'rateLimited', retryAt: null, ...failure });
    const unused = { totalHours: null, periodStart: null, periodEnd: null, skipped: 0 };
    return { totalCost: 5, ...unused, vms: [], logs: [] };
  };
  const { dueAt } = await readUsageReports('a', { usage }, now, new AbortController().signal);
  expect(new Date(dueAt).toISOString().slice(11, 16)).toBe(due);
});
