import { expect, test } from 'vitest';
import { applyAccounts } from '../../src/core/app/kernel/apply-poll.ts';
import type { Screen } from '../../src/shared/ipc/contract.ts';
import { ACCOUNT, operatedVm, settled } from './operated-vm.ts';

// Operations of a service profile against the simulator over HTTP, in simulated time.

test('sends each operation once, and shows it until the service reports it done', async () => {
  const own = await operatedVm();
  for (const [operation, label, status] of [
    ['stop', 'stopping…', 'stopped'],
    ['start', 'starting…', 'running'],
    ['destroy', 'destroying…', 'destroyed'],
  ] as const) {
    const request = own.operate(operation);
    expect(own.shown()).toBe(label);
    expect(await settled(own, request)).toBe('accepted');
    await own.time.pass(60_000);
    expect([own.status(), own.shown(), own.sent(operation)]).toEqual([status, null, 1]);
    // So that the poll which lists the result knows why.
    expect(own.shownAtPolls.at(-1)).toBe(label);
  }
  expect(own.notifications).toEqual([]);
});

test('raises an alarm within two minutes when an accepted stop is never carried out', async () => {
  const own = await operatedVm();
  own.simulator.control.addFault({
    method: 'PUT',
    path: '/machines',
    fault: { kind: 'answer', status: 202, body: {} },
  });
  expect(await settled(own, own.operate('stop'))).toBe('accepted');
  await own.time.pass(100_000);
  expect([own.shown(), own.notifications.length]).toEqual(['stopping…', 0]);
  await own.time.pass(20_000);
  expect(own.shown()).toBe('stop not confirmed');
  expect(own.notifications.map(({ body }) => body)).toEqual([
    'The service has not confirmed the stop within 2 min. Check it in the console.',
  ]);
  expect(own.notice()).toContain('has not stopped. The service has not confirmed the stop');
  // Offered again, and confirmed at last.
  own.simulator.control.clearFaults();
  expect(await settled(own, own.operate('stop'))).toBe('accepted');
  await own.time.pass(60_000);
  expect([own.status(), own.shown(), own.notice(), own.sent('stop')]).toEqual([
    ...['stopped', null, null],
    2,
  ]);
});

test('raises the alarm within two minutes after a sleep, and confirms what happened meanwhile', async () => {
  const asleep = async (isCarriedOut: boolean) => {
    const own = await operatedVm();
    if (!isCarriedOut)
      own.simulator.control.addFault({
        method: 'PUT',
        path: '/machines',
        fault: { kind: 'answer', status: 202, body: {} },
      });
    expect(await settled(own, own.operate('stop'))).toBe('accepted');
    own.operations.suspended();
    own.time.sleep(9 * 3_600_000);
    own.operations.resumed();
    await own.time.pass(125_000);
    const label = own.shown();
    own.operations.suspended();
    own.time.sleep(9 * 3_600_000);
    own.operations.resumed();
    await own.time.pass(125_000);
    expect(own.shown()).toBe(label);
    return { label, alarms: own.notifications.length };
  };
  expect(await asleep(false)).toEqual({ label: 'stop not confirmed', alarms: 1 });
  expect(await asleep(true)).toEqual({ label: null, alarms: 0 });
});

test('follows an operation after the account signed in again', async () => {
  const own = await operatedVm();
  expect(await settled(own, own.operate('stop'))).toBe('accepted');
  own.signInAgain();
  await own.time.pass(600_000);
  expect([own.shown(), own.notifications]).toEqual([null, []]);
});

test('follows an operation after a restart, and raises the alarm within two minutes, once', async () => {
  const restarted = async (isCarriedOut: boolean) => {
    const own = await operatedVm();
    const fault = { kind: 'answer', status: 202, body: {} } as const;
    if (!isCarriedOut) own.simulator.control.addFault({ method: 'PUT', path: '/machines', fault });
    expect(await settled(own, own.operate('stop'))).toBe('accepted');
    await own.restart(9 * 3_600_000);
    const shown = own.shown();
    await own.time.pass(125_000);
    const first = { shown, label: own.shown(), alarms: own.notifications.length };
    await own.restart(0);
    await own.time.pass(125_000);
    expect([own.notifications.length, own.sent('stop')]).toEqual([first.alarms, 1]);
    return first;
  };
  expect(await restarted(false)).toEqual({
    ...{ shown: 'stopping…', label: 'stop not confirmed', alarms: 1 },
  });
  expect(await restarted(true)).toEqual({ shown: 'stopping…', label: null, alarms: 0 });
});

test.each([
  ['drop-connection', 'running', 'stop not confirmed'],
  ['stall-before-headers', 'running', 'stop not confirmed'],
] as const)('reads the VM after %s instead of repeating the stop', async (kind, status, label) => {
  const own = await operatedVm();
  own.simulator.control.addFault({ method: 'PUT', path: '/machines', fault: { kind } });
  expect(await settled(own, own.operate('stop'))).toBe('accepted');
  expect(own.shown()).toBe('stopping…');
  expect(await settled(own, own.operate('stop'))).toContain('is still pending');
  await own.time.pass(180_000);
  expect([own.status(), own.shown(), own.sent('stop')]).toEqual([status, label, 1]);
});

test.each([
  ['stopping', 'stopping…'],
  ['stopped', null],
] as const)(
  'counts a VM that another computer is faster with as accepted: %s',
  async (status, label) => {
    const own = await operatedVm();
    own.simulator.control.addFault(
      { method: 'PUT', path: '/machines', fault: { kind: 'none' } },
      () => own.simulator.control.setVm(own.vmId, { status }),
    );
    expect(await settled(own, own.operate('stop'))).toBe('accepted');
    expect([own.shown(), own.sent('stop')]).toEqual([label, 1]);
    await own.time.pass(60_000);
    expect(await settled(own, own.operate('stop'))).toBe('accepted');
    expect(own.sent('stop')).toBe(1);
  },
);

test.each(['stop', 'destroy'] as const)(
  'shows at once what the service answers with a 500 to %s, and watches the VM',
  async (operation) => {
    const answer = async (isScreenOpen: boolean) => {
      const own = await operatedVm();
      const detail = 'node vm02 does not answer';
      own.simulator.control.addFault({
        path: '/machines',
        fault: { kind: 'status', status: 500, detail },
      });
      own.operations.panelOpened(isScreenOpen);
      const refusal = await settled(own, own.operate(operation));
      const words = /The service answered: node vm02 does not answer\. \S+ is still running\./;
      expect(refusal).toMatch(words);
      expect([own.shown(), own.notifications.length]).toEqual([
        `${operation} not confirmed`,
        isScreenOpen ? 0 : 1,
      ]);
      await own.time.pass(125_000);
      for (const { body } of own.notifications) expect(body).toMatch(words);
      expect([own.sent(operation), own.notifications.length]).toEqual([1, isScreenOpen ? 1 : 2]);
      return own;
    };
    await answer(true);
    const own = await answer(false);
    own.simulator.control.clearFaults();
    own.simulator.control.setVm(own.vmId, { status: 'destroyed' });
    await own.time.pass(60_000);
    expect([own.shown(), own.notice()]).toEqual([null, null]);
  },
);

test('says what to do when the service refuses the operation', async () => {
  const reader = await operatedVm('read_only');
  expect(await settled(reader, reader.operate('stop'))).toBe(
    'forbidden | Permission denied: This API key does not have permission to do that. | To stop VMs, create an API key with write access in the web console. Add it under Accounts in the panel, or sign in with it.',
  );
  expect([reader.shown(), reader.status()]).toEqual([null, 'running']);
  const own = await operatedVm();
  own.simulator.control.addFault({
    ...{
      method: 'DELETE',
      path: '/machines',
      fault: { kind: 'status', status: 404, detail: 'Not Found' },
    },
  });
  expect(await settled(own, own.operate('destroy'))).toContain(
    'Check the path of destroy in the service profile.',
  );
  expect(own.shown()).toBe(null);
});

test('notifies of a refusal unless the screen that waits for the answer is still open', async () => {
  const own = await operatedVm();
  const { operations, notifications, vmId } = own;
  const fault = { kind: 'status', status: 422, detail: 'VM is locked' } as const;
  own.simulator.control.addFault({ method: 'PUT', path: '/machines', fault });
  const details = { kind: 'vm', accountId: ACCOUNT, vmId } as const;
  const confirmation = { ...details, operation: 'stop' } as const;
  const stopped = async (...opened: readonly Screen[]) => {
    operations.panelOpened(true);
    operations.screenOpened(confirmation);
    const request = own.operate('stop');
    for (const screen of opened) operations.screenOpened(screen);
    expect(await settled(own, request)).toContain('VM is locked');
    return [notifications.length, own.notice() !== null];
  };
  expect(await stopped({ ...details })).toEqual([0, false]);
  expect(await stopped({ kind: 'vms' })).toEqual([1, true]);
  expect(await stopped({ kind: 'vms' }, { ...details })).toEqual([2, true]);
  const hidden = stopped();
  operations.panelOpened(false);
  expect(await hidden).toEqual([3, true]);
  expect(notifications.at(-1)).toMatchObject({
    title: expect.stringMatching(/ has not stopped$/),
    body: expect.stringContaining('VM is locked'),
    destination: details,
  });
  const afterSignOut = applyAccounts(own.store.core(), []);
  expect([own.notice() === null, afterSignOut.notice]).toEqual([false, null]);
  own.simulator.control.clearFaults();
  expect(await settled(own, own.operate('stop'))).toBe('accepted');
  expect(own.notice()).toBeNull();
});
