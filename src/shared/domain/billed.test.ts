import { expect, test } from 'vitest';
import { billedNow } from './billed.ts';
import { makeSpend, makeVm } from './testing/records.ts';
import { VM_STATUSES } from './vm.ts';

const vm = (status: string) => makeVm({ id: 'a', status, hourlyRate: 0.53 });

test.each(VM_STATUSES)('%s: what the spend says of the VM, and not its full price', (status) => {
  const spend = makeSpend({
    vms: [
      { vmId: 'b', totalPerHour: 9 },
      { vmId: 'a', totalPerHour: 0.137 },
    ],
  });
  expect(billedNow(vm(status), spend)).toBe(0.137);
});

test('nothing is nothing, and unknown stays unknown, whatever the full price is', () => {
  expect(billedNow(vm('running'), makeSpend({ vms: [{ vmId: 'a', totalPerHour: 0 }] }))).toBe(0);
  expect(billedNow(vm('running'), makeSpend({ vms: [{ vmId: 'a' }] }))).toBeNull();
});

test.each([
  ['a spend that leaves it out', makeSpend({ perHour: 0 })],
  ['a spend that was never heard', null],
])('%s: a VM that runs may be newer than the spend, of any other nothing is known', (_, spend) => {
  const known = [...VM_STATUSES, 'hibernating'].filter(
    (status) => billedNow(vm(status), spend) !== null,
  );
  expect(known).toEqual(['running']);
  expect(billedNow(vm('running'), spend)).toBe(0.53);
});

test('a VM that is billed twice with different figures is not guessed at', () => {
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

test('the spend is gone through once, however many VMs are asked for', () => {
  const { vms, ...rest } = makeSpend({ vms: [{ vmId: 'a', totalPerHour: 1 }] });
  let read = 0;
  const spend = {
    ...rest,
    get vms() {
      read += 1;
      return vms;
    },
  };
  for (let asked = 0; asked < 10; asked += 1) expect(billedNow(vm('stopped'), spend)).toBe(1);
  expect(read).toBe(1);
});
