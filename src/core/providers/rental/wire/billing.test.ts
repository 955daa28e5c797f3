import { describe, expect, test } from 'vitest';
import { parsed } from '../../testing/parsed.ts';
import { spendSchema, usageSchema } from './billing.ts';

describe('a spend', () => {
  test('is read field by field', () => {
    expect(
      parsed(spendSchema, {
        total_per_hour: 1.38,
        total_per_day: 33.12,
        total_per_month: 993.6,
        hourly_rate: 1.3,
        running_vms: 2,
        vms: [
          {
            vm_id: 'a',
            vmid: 7,
            gpu_type: '4090',
            gpu_count: 2,
            storage_gb: 100,
            gpu_cost_per_hour: 0.7,
            storage_cost_per_hour: 0.08,
            network_cost_per_hour: 0,
            total_cost_per_hour: 0.78,
          },
        ],
        last_updated: '2026-03-01T12:00:00Z',
      }),
    ).toEqual({
      perHour: 1.38,
      perDay: 33.12,
      perMonth: 993.6,
      runningVms: 2,
      vms: [
        {
          vmId: 'a',
          defaultName: 'vm-7',
          gpuType: '4090',
          gpuCount: 2,
          storageGb: 100,
          gpuPerHour: 0.7,
          storagePerHour: 0.08,
          networkPerHour: 0,
          totalPerHour: 0.78,
        },
      ],
      skipped: 0,
      lastUpdated: '2026-03-01T12:00:00Z',
      outdatedAt: null,
    });
  });

  test('has null for missing fields, never zero', () => {
    expect(parsed(spendSchema, {})).toEqual({
      perHour: null,
      perDay: null,
      perMonth: null,
      runningVms: null,
      vms: [],
      skipped: 0,
      lastUpdated: null,
      outdatedAt: null,
    });
  });

  test.each([-1, '1.38', 1e12, null, [], {}])('ignores the amount %j', (value) => {
    expect(parsed(spendSchema, { total_per_hour: value }).perHour).toBeNull();
  });

  test.each([
    [{ hourly_rate: 1.3 }, 1.3],
    [{ total_per_hour: null, hourly_rate: 0 }, 0],
    [{ total_per_hour: 0, hourly_rate: 1.3 }, 0],
    [{ total_per_hour: -1, hourly_rate: 1.3 }, null],
  ])('of %j has the rate %s', (sent, rate) => {
    expect(parsed(spendSchema, sent).perHour).toBe(rate);
  });

  test('skips and counts VMs without an id', () => {
    const vms = [{ vm_id: 'a' }, { vm_id: '' }, { vmid: 7 }, null, 'x', { vm_id: 'b' }];
    const spend = parsed(spendSchema, { vms });
    expect(spend.vms.map((vm) => vm.vmId)).toEqual(['a', 'b']);
    expect(spend.skipped).toBe(4);
  });

  test.each(['a\u202eb', '../../../service/a', 'a\nb', 'a'.repeat(129)])(
    'rejects the id %j, as the VM list does',
    (vm_id) => {
      expect(parsed(spendSchema, { vms: [{ vm_id }] })).toMatchObject({ vms: [], skipped: 1 });
    },
  );
});

describe('a usage report', () => {
  test('is read field by field', () => {
    expect(
      parsed(usageSchema(false), {
        total_cost: 0.78,
        total_hours: 1,
        period_start: '2026-03-01',
        period_end: '2026-03-02',
        vm_breakdown: [{ vm_id: 'a', vmid: 7, gpu_model: 'RTX 4090', hours: 1, cost: 0.78 }],
      }),
    ).toEqual({
      totalCost: 0.78,
      totalHours: 1,
      periodStart: '2026-03-01',
      periodEnd: '2026-03-02',
      vms: [{ vmId: 'a', defaultName: 'vm-7', gpuModel: 'RTX 4090', hours: 1, cost: 0.78 }],
      ...{ logs: [], skipped: 0 },
    });
  });

  test('counts unreadable VMs', () => {
    const usage = parsed(usageSchema(false), { logs: [{}], vm_breakdown: [{ vm_id: 'a' }, {}, 7] });
    expect(usage.vms).toHaveLength(1);
    expect(usage.skipped).toBe(2);
  });

  test('with its log counts unreadable items of both lists', () => {
    const costs = { gpu_cost: 0.7, storage_cost: 0.08, network_cost: -1, total_cost: 0.78 };
    const usage = parsed(usageSchema(true), {
      logs: [
        {
          ...{ id: '1', vm_id: 'a', timestamp: '2026-03-01T12:00:00Z', ...costs },
          ...{ gpu_seconds: 28_800, storage_gb: 100, network_bytes: 12_400_000_000 },
        },
        { id: 'x'.repeat(129), gpu_seconds: -1, storage_gb: '100' },
        ...[null, 7],
      ],
      vm_breakdown: [{ vm_id: 'a' }, {}],
    });
    expect(usage.logs).toEqual([
      {
        ...{ id: '1', vmId: 'a', timestamp: '2026-03-01T12:00:00Z' },
        ...{ gpuSeconds: 28_800, storageGb: 100, networkBytes: 12_400_000_000 },
        ...{ gpuCost: 0.7, storageCost: 0.08, networkCost: null, totalCost: 0.78 },
      },
      {
        ...{ id: null, vmId: null, timestamp: null },
        ...{ gpuSeconds: null, storageGb: null, networkBytes: null },
        ...{ gpuCost: null, storageCost: null, networkCost: null, totalCost: null },
      },
    ]);
    expect(usage.skipped).toBe(3);
  });
});
