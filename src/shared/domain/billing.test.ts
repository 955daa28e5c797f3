import { expect, test } from 'vitest';
import { billedNow } from './billing.ts';
import { makeSpend, makeVm, VM_STATUSES, whileRunning } from './testing/records.ts';

const vm = (status: string) => makeVm({ id: 'a', status, rates: whileRunning(0.53) });

test.each(VM_STATUSES)('a %s VM costs what the spend says, not its full price', (status) => {
  const spend = makeSpend({
    vms: [
      { vmId: 'b', totalPerHour: 9 },
      { vmId: 'a', totalPerHour: 0.137 },
    ],
  });
  expect(billedNow(vm(status), spend)).toBe(0.137);
});

test('zero stays zero and unknown stays unknown, whatever the full price is', () => {
  expect(billedNow(vm('running'), makeSpend({ vms: [{ vmId: 'a', totalPerHour: 0 }] }))).toBe(0);
  expect(billedNow(vm('running'), makeSpend({ vms: [{ vmId: 'a' }] }))).toBeNull();
});

test.each([
  ['a spend without the VM', makeSpend({ perHour: 0 })],
  ['no spend', null],
])('%s: only a running VM has its full price as cost', (_, spend) => {
  const priced = [...VM_STATUSES, 'hibernating'].filter(
    (status) => billedNow(vm(status), spend) !== null,
  );
  expect(priced).toEqual(['running']);
  expect(billedNow(vm('running'), spend)).toBe(0.53);
});

test('a VM listed twice with different amounts is unknown', () => {
  const twice = (totalPerHour: number | null) =>
    makeSpend({
      vms: [
        { vmId: 'a', totalPerHour: 0.2 },
        { vmId: 'a', totalPerHour },
      ],
    });
  expect(billedNow(vm('running'), twice(0.2))).toBe(0.2);
  expect(billedNow(vm('running'), twice(0.3))).toBeNull();
  expect(billedNow(vm('running'), twice(null))).toBeNull();
});

test('the spend is read once for many VMs', () => {
  const { vms, ...rest } = makeSpend({ vms: [{ vmId: 'a', totalPerHour: 1 }] });
  let read = 0;
  const spend = {
    ...rest,
    get vms() {
      read += 1;
      return vms;
    },
  };
  for (let count = 0; count < 10; count += 1) expect(billedNow(vm('stopped'), spend)).toBe(1);
  expect(read).toBe(1);
});
