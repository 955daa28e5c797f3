import { expect, test } from 'vitest';
import { runCost, type Spend, withBilled } from './billing.ts';
import {
  billedAt,
  inStatus,
  makeRates,
  makeSpend,
  makeVm,
  VM_STATUSES,
} from './testing/records.ts';

const rates = makeRates({
  running: { perHour: 0.53, isAtLeast: false },
  gpuPerHour: 0.5,
  storagePerHour: 0.03,
});
const vm = (status: string) => makeVm({ id: 'a', status, rates });

/** Its rate, and that of GPU, storage and network. */
function billed(status: string, spend: Spend | null) {
  const [{ billed } = vm(status)] = withBilled([vm(status)], spend);
  return [billed.perHour, billed.gpuPerHour, billed.storagePerHour, billed.networkPerHour];
}

const LISTED = { vmId: 'a', totalPerHour: 3.75, gpuPerHour: 3.6, storagePerHour: 0.1 };

test.each([
  ['the spend over the record', 'running', [LISTED], [3.75, 3.6, 0.1, null]],
  ['zero of the spend', 'stopped', [{ ...LISTED, totalPerHour: 0 }], [0, 3.6, 0.1, null]],
  ['the record, where the spend lacks the VM', 'running', [], [0.53, 0.5, 0.03, null]],
  ['nothing of a record that is not running', 'stopped', [], [null, null, null, null]],
  ['the record, where the entry lacks a part', 'running', [{ vmId: 'a' }], [null, 0.5, 0.03, null]],
  ['the same entry twice', 'running', [LISTED, LISTED], [3.75, 3.6, 0.1, null]],
  [
    'nothing of a VM listed twice with different amounts',
    'running',
    [LISTED, { ...LISTED, totalPerHour: 9 }],
    [null, null, null, null],
  ],
])('a VM costs %s', (_, status, vms, rate) => {
  expect(billed(status, makeSpend({ vms }))).toEqual(rate);
});

test.each([
  ['a spend without the VM', makeSpend({ perHour: 0 })],
  ['no spend', null],
])('%s: only a running VM has its full price as cost', (_, spend) => {
  const all = [...VM_STATUSES, 'hibernating'];
  expect(all.filter((status) => billed(status, spend)[0] !== null)).toEqual(['running']);
});

test('VMs with the cost that they have stay the same objects', () => {
  const spend = makeSpend({ vms: [LISTED] });
  const vms = withBilled([vm('stopped'), makeVm({ id: 'b', status: 'stopped' })], spend);
  expect(withBilled(vms, { ...spend, vms: [...spend.vms] })).toBe(vms);
  const next = withBilled(vms, makeSpend({ vms: [{ vmId: 'b', totalPerHour: 1 }] }));
  expect(next.map((each, index) => each === vms[index])).toEqual([false, false]);
  expect(withBilled(vms, makeSpend({ vms: [LISTED, { vmId: 'b', totalPerHour: 1 }] }))[0]).toBe(
    vms[0],
  );
});

test.each([
  ['running', '2026-01-02T00:00:00Z', 1.1, 13.2],
  ['running', null, 1.1, null],
  ['running', '2026-01-02T13:00:00Z', 1.1, 0],
  ['running', 'soon', 1.1, null],
  ['running', '2026-01-02T00:00:00Z', null, null],
  ['stopped', '2026-01-02T00:00:00Z', 0.02, null],
])(
  'the run of a VM that is %s, started at %s, at %s $/h has cost %s',
  (status, startedAt, billed, cost) => {
    const run = runCost(
      { ...inStatus(status), startedAt, billed: billedAt(billed) },
      Date.UTC(2026, 0, 2, 12),
    );
    expect(run === null ? null : Number(run.toFixed(6))).toBe(cost);
  },
);
