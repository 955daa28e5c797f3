import { expect, test } from 'vitest';
import { makeUsageLog } from '../../shared/domain/testing/records.ts';
import { usageTable } from '../../shared/usage/usage.ts';
import { usageLines } from './usage-lines.ts';

test('of a bill with other costs the part of VMs is told, and no column that it does not have', () => {
  const range = { from: '2026-11-01', to: '2026-11-12' };
  const usage = {
    ...{ totalCost: 42.34, vmCost: 19.3, totalHours: null, skipped: 0 },
    ...{ periodStart: '2026-11-02', periodEnd: null },
    vms: [{ vmId: 'a', defaultName: null, gpuModel: null, hours: null, cost: 19.3 }],
    logs: [
      makeUsageLog({
        ...{ vmId: 'a', timestamp: '2026-11-02T00:00:00Z' },
        ...{ gpuCost: 19, storageCost: 0.3, totalCost: 19.3 },
      }),
    ],
  };
  const account = {
    ...{ id: 'r', name: 'RunPod', label: 'RunPod', problem: null, check: null },
    provider: 'runpod',
    table: usageTable([{ accountId: 'r', usage }], range),
    labels: new Map([['a', 'train']]),
  } as const;
  expect(usageLines([account], { color: false, width: 80, check: false })).toEqual([
    'RunPod  2026-11-02 to 2026-11-12 (UTC)',
    '  $42.34, of which VMs $19.30',
    '  VM     GPU $  DISK $  TOTAL $',
    '  train  19.00    0.30    19.30',
    '  RunPod reports figures for 2026-11-02 to 2026-11-12, not for the requested days.',
  ]);
  const noVm = { ...usage, vmCost: 0, vms: [], logs: [], otherCosts: { serverless: 42.34 } };
  const table = usageTable([{ accountId: 'r', usage: noVm }], range);
  const lines = usageLines([{ ...account, table }], { color: false, width: 80, check: false });
  expect(lines[1]).toBe('  $42.34, of which VMs $0.00, serverless $42.34');
  expect(lines.join()).not.toContain('No usage');
});
