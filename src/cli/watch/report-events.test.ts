import { expect, test } from 'vitest';
import { makeOpened } from '../../core/events/testing/alert-event.ts';
import type { PollReport } from '../../core/monitor/index.ts';
import { UNKNOWN_STATE } from '../../shared/domain/account-state.ts';
import { makeVm, makeVmList } from '../../shared/domain/testing/records.ts';
import { asUnconfirmed } from '../../shared/domain/vm.ts';
import { makeAccount } from '../../shared/testing/make-account.ts';
import { fakeTerminal } from '../testing/fakes.ts';
import { createReporter } from './report-events.ts';

const ACCOUNT = makeAccount({ id: 'a', label: 'work', baseUrl: 'https://x/' });

function setup(json = false) {
  const terminal = fakeTerminal();
  const now = () => Date.UTC(2026, 0, 1);
  const reporter = createReporter(terminal, json, now, () => [ACCOUNT]);
  return {
    reporter,
    lines: () =>
      terminal.takeOut().replaceAll('2026-01-01T00:00:00.000Z ', '').split('\n').slice(0, -1),
    errors: terminal.takeErrors,
  };
}

const vm = makeVm({ id: 'v', label: 'train', status: 'running' });

const report = (change: Partial<PollReport>): PollReport => ({
  ...{ accountId: 'a', before: UNKNOWN_STATE, after: UNKNOWN_STATE, events: [] },
  ...{ hasFailed: false, asOf: null, isAfterWake: false },
  ...change,
});

const limited = (retryAt: number) => ({
  ...UNKNOWN_STATE,
  vms: { value: null, problem: { kind: 'rateLimited', retryAt } as const },
});

test('a problem is printed once, whatever the time of the next try, and again after a reading', () => {
  const { reporter, lines } = setup();
  for (const minute of [1, 2, 3]) reporter.polled(report({ after: limited(minute * 60_000) }));
  expect(lines()).toEqual([expect.stringMatching(/^work: .*limit/i)]);
  const vms = [vm, asUnconfirmed({ ...vm, id: 'lost' })];
  const read = { ...UNKNOWN_STATE, vms: { value: makeVmList(vms), problem: null } };
  for (const _ of [1, 2]) reporter.polled(report({ after: read }));
  expect(lines()).toEqual(['work: Read: 1 VM, 1 running.']);
  reporter.polled(report({ after: limited(0) }));
  expect(lines()).toHaveLength(1);
});

const NOTIFICATION = {
  body: 'Was $1.00/h.',
  destination: { kind: 'vm', accountId: 'a', vmId: 'v' },
} as const;

test('a notification of a change of a VM is left out: the change is a line of its poll', () => {
  const { reporter, lines, errors } = setup();
  const stopped = makeVm({ id: 'v', label: 'train', status: 'stopped' });
  reporter.polled(report({ events: [{ kind: 'statusChanged', vm: stopped }] }));
  const about = { at: 0, accountId: 'a', vmId: 'v', name: 'train' };
  const change = { kind: 'vm', ...about, status: 'stopped', what: 'has stopped' } as const;
  const title = 'train has stopped · ran 2 h';
  reporter.notified({ ...NOTIFICATION, title, events: [change] });
  reporter.notified({ ...NOTIFICATION, title: 'train is not stopped' });
  reporter.notified({ ...NOTIFICATION, title: 'train is stuck', isError: true });
  expect(lines()).toEqual([
    'work: train has stopped',
    'work: Read: 0 VMs, 0 running.',
    'work: train is not stopped. Was $1.00/h.',
  ]);
  expect(errors()).toBe('2026-01-01T00:00:00.000Z work: train is stuck. Was $1.00/h.\n');
});

test('an alert is printed with its VM and account', () => {
  const { reporter, lines } = setup(true);
  const shown = { body: '', title: 'Idle: train', destination: { kind: 'alerts' } } as const;
  reporter.notified({ ...shown, events: [makeOpened({ accountId: 'a', vmId: 'v' })] });
  reporter.notified({ ...shown, events: [makeOpened()] });
  expect(lines().map((line) => JSON.parse(line))).toMatchObject([
    { account: { id: 'a', label: 'work' }, vmId: 'v' },
    { account: null, vmId: null },
  ]);
});

test.each([true, false])('a hostile label stays on its line, as JSON %s', (json) => {
  const { reporter, lines } = setup(json);
  const hostile = makeVm({ id: 'v', label: 'x\u001b[2J\n\u202emal', status: 'running' });
  reporter.polled(report({ events: [{ kind: 'appeared', vm: hostile }] }));
  const printed = lines();
  expect(printed).toHaveLength(2);
  for (const raw of ['\u001b', '\u202e']) expect(printed.join('')).not.toContain(raw);
  expect(json ? JSON.parse(printed[0] ?? '').vmId : printed[0]).toMatch(json ? 'v' : /^work: x/);
});
