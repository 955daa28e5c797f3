import { sumAmounts, type UsageLog } from '../../src/shared/domain/billing.ts';
import { makeUsageLog } from '../../src/shared/domain/testing/records.ts';
import type { RequestOutput } from '../../src/shared/ipc/contract.ts';
import { daysOf } from '../../src/shared/usage/day-range.ts';
import {
  groupedUsage,
  type UsageTable,
  usageBars,
  usageTable,
  usageVmName,
} from '../../src/shared/usage/usage.ts';
import type { UsageGroup } from '../../src/shared/usage/usage-group.ts';

type Report = RequestOutput<'readUsage'>;

/** A VM that cost this much on each of these days. */
interface Cost {
  readonly label: string | null;
  readonly perDay: number;
  /** Days from the first of the range. */
  readonly from: number;
  readonly to: number;
}

const cents = (amount: number) => Math.round(amount * 100) / 100;

/** The report that main would send. @param change of the table */
function reportOf(
  costs: readonly Cost[],
  range: { readonly from: string; readonly to: string },
  change: Partial<UsageTable> = {},
  differences: Report['differences'] = [],
): Report {
  const days = daysOf(range);
  const logs = costs.flatMap(({ perDay, from, to }, vm) =>
    days.slice(from, to + 1).map((day, index): UsageLog => {
      // Some days are shorter.
      const gpuCost = cents(perDay * (1 - ((index * 3 + vm) % 4) / 8));
      const storageCost = cents(perDay / 40);
      const totalCost = cents(gpuCost + storageCost);
      const parts = { gpuCost, storageCost, networkCost: 0 };
      const measured = { gpuSeconds: 70_920, storageGb: 100, networkBytes: 1_400_000_000 };
      const timestamp = `${day}T00:00:00Z`;
      return makeUsageLog({ vmId: `vm-${vm}`, timestamp, ...measured, ...parts, totalCost });
    }),
  );
  const costOf = (vmId: string) =>
    sumAmounts(logs.flatMap((log) => (log.vmId === vmId ? log.totalCost : []))) ?? 0;
  const vms = costs.map(({ from, to }, vm) => ({
    ...{ vmId: `vm-${vm}`, defaultName: `vm-${4_100_000 + vm}`, gpuModel: 'RTX 4090' },
    ...{ hours: (to - from + 1) * 19.7, cost: costOf(`vm-${vm}`) },
  }));
  const total = (figure: 'cost' | 'hours') => cents(vms.reduce((sum, one) => sum + one[figure], 0));
  const usage = {
    ...{ totalCost: total('cost'), totalHours: total('hours') },
    ...{ periodStart: null, periodEnd: null, vms, logs, skipped: 0 },
  };
  const table = { ...usageTable([{ accountId: 'a1', usage }], range), ...change };
  const { totalCost, vmCost, otherCosts, notes } = table;
  const labelOf = (vmId: string | null) => costs[Number(vmId?.slice(3))]?.label ?? null;
  function viewOf(by: UsageGroup) {
    const grouped = groupedUsage(table, by, [{ accountId: 'a1', usage }]);
    const names = { account: 'research', gpu: 'RTX 4090' };
    const rows = grouped.rows.slice(0, 300).map((row) => ({
      ...row,
      name: by === 'vm' ? usageVmName(row, labelOf(row.vmId)) : names[by],
      listedBy: row.vmId === 'vm-0' ? 'a1' : null,
    }));
    return { rows, rowCount: grouped.rows.length, bars: usageBars(grouped, range) };
  }
  return {
    ...{ totalCost, vmCost, otherCosts, notes, problems: [], differences },
    views: { vm: viewOf('vm'), account: viewOf('account'), gpu: viewOf('gpu') },
  };
}

const MONTH = { from: '2026-11-01', to: '2026-11-12' };

const DIFFERENCE: Report['differences'][number] = {
  ...{ accountId: 'a1', vmId: 'vm-5', name: 'notebook', date: '2026-11-09', kind: 'afterStop' },
  ...{ billed: 14.8, measured: 3.2, measuredMs: 61_200_000, gapMs: 25_200_000 },
  ...{ listedBy: null, stoppedAt: Date.UTC(2026, 10, 9, 14, 3) },
};

/** Each kind of difference. */
const DIFFERENCES: Report['differences'] = [
  DIFFERENCE,
  {
    ...{ ...DIFFERENCE, vmId: 'vm-2', name: 'eval-7', date: '2026-11-10', kind: 'rateChanged' },
    ...{ billed: 41.18, measured: 34.32, measuredMs: 86_400_000 },
  },
  {
    ...{ ...DIFFERENCE, vmId: 'vm-8', name: 'vm-4100031', date: '2026-11-03', billed: 3.1 },
    ...{ kind: 'unknownVm', measured: 0, measuredMs: 0 },
  },
];

const MONTH_COSTS: readonly Cost[] = [
  { label: 'train-llama-3-8b', perDay: 26.4, from: 0, to: 11 },
  { label: 'sd-webui', perDay: 21.36, from: 2, to: 9 },
  { label: 'eval-7', perDay: 34.32, from: 8, to: 11 },
  { label: null, perDay: 52.8, from: 4, to: 5 },
  { label: 'vllm-prod', perDay: 8.1, from: 0, to: 7 },
  { label: 'notebook', perDay: 3.2, from: 0, to: 11 },
  { label: 'old-run', perDay: 0.48, from: 0, to: 11 },
  { label: 'مرحبا <b>hostile</b> with a very long name', perDay: 0.2, from: 3, to: 4 },
];

const NO_VIEW = { rows: [], rowCount: 0, bars: [] };
export const NO_VIEWS: Report['views'] = { vm: NO_VIEW, account: NO_VIEW, gpu: NO_VIEW };

export const USAGE = {
  month: reportOf(MONTH_COSTS, MONTH, {}, DIFFERENCES),
  one: reportOf(MONTH_COSTS.slice(0, 1), { from: '2026-11-12', to: '2026-11-12' }),
  /** A year, with large amounts and every note. */
  year: reportOf(
    MONTH_COSTS.map((cost, index) => ({
      ...cost,
      ...{ perDay: cost.perDay * 40, from: index * 30, to: 365 },
    })),
    { from: '2025-11-12', to: '2026-11-12' },
    {
      notes: [
        { kind: 'differs', of: 'VMs', sum: 1_234_567.89, total: 1_234_000 },
        { kind: 'unread', count: 2 },
        { kind: 'undated', count: 1_200 },
      ],
    },
  ),
} as const satisfies Record<string, Report>;
