import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../src/core/app/index.ts';
import { makeVm, makeVmList } from '../../src/shared/domain/testing/records.ts';
import type { VmPhase } from '../../src/shared/domain/vm.ts';
import { HOUR_MS } from '../../src/shared/format/index.ts';
import type { AccountSnapshot } from '../../src/shared/polling/polling-slice.ts';
import type { VmChange } from '../../src/shared/vms/vm-change.ts';
import { memorySlope } from '../world/resources.ts';
import { createJudge } from './judge.ts';

// Each judge fails on a fault.

const LIMIT = 4;

/** An account with this VM at that rate. */
function shown(phase: VmPhase | null, perHour: number | null): AccountSnapshot {
  const vms = phase === null ? [] : [makeVm({ id: 'a', label: 'a', status: phase, phase })];
  const sums = { runningVms: null, perHour, perDay: null, perMonth: null };
  const spend = { ...sums, vms: [], skipped: 0, lastUpdated: null, outdatedAt: null };
  return {
    vms: { value: makeVmList(vms), problem: null },
    spend: { value: spend, problem: null },
    ...{ asOf: 0, freshness: 'live' },
  };
}

const vmEvent = (change: VmChange): AppEvent => ({
  ...{ kind: 'vm', at: 0, accountId: 'id', vmId: 'a', name: 'a', status: null, what: null },
  facts: { change, gpu: null, perHour: null, wasPerHour: null, ranMs: null },
});
const alert = { at: 0, rule: 'hourlyRate', limit: LIMIT } as const;
const OPENED: AppEvent = { kind: 'alertOpened', ...alert };
const CLOSED: AppEvent = { kind: 'alertClosed', openedAt: -HOUR_MS, ...alert };
const CLOSED_AT_ONCE: AppEvent = { ...CLOSED, openedAt: -9_000 };

type Judge = ReturnType<typeof createJudge>;

/** The app shows the first and this month, and the service is the second. @param month $, as shown and as billed */
function rest(judge: Judge, app: AccountSnapshot, service = app, month = [0, 0]): void {
  const phases = new Map(service.vms.value?.vms.map(({ id, phase }) => [id, phase]));
  const [known = 0, billed = 0] = month;
  const cost = { known, asOf: 0, perHour: null };
  const truth = { phases, first: [service], billed };
  judge.rested([app], { today: cost, month: cost }, truth, 0);
}

/** The findings after a rest with `a` running at $3/h and these steps, without their times and facts. */
function findingsOf(...steps: readonly ((judge: Judge) => void)[]): readonly string[] {
  const judge = createJudge(LIMIT);
  for (const step of [(one: Judge) => rest(one, shown('running', 3)), ...steps]) step(judge);
  const { events, facts } = judge.findings;
  return [...events, ...facts].map((finding) => finding.slice(15).replace(/\{.*"kind"/, '{"kind"'));
}

const notify = (event: AppEvent) => (judge: Judge) => judge.notified(event, 0);
const quiet = (judge: Judge) => void Object.assign(judge.round, { isQuiet: true });
const misled = (judge: Judge) => void Object.assign(judge.round, { isMisled: true });
const restarted = (judge: Judge) => void Object.assign(judge.round, { isForgotten: true });
const is = (phase: VmPhase | null, perHour: number) => (judge: Judge) =>
  rest(judge, shown(phase, perHour));

describe('events', () => {
  test.for<[string, readonly ((judge: Judge) => void)[], readonly RegExp[]]>([
    ['of a change', [notify(vmEvent('stopped')), is('stopped', 3)], []],
    ['that is missing', [is('stopped', 3)], [/^missed: a stopped$/]],
    ['that is missing after a restart', [restarted, is('stopped', 3)], []],
    ['of an older change', [notify(vmEvent('stopped')), is('running', 3)], [/^missed: a running$/]],
    ['of a removal', [notify(vmEvent('gone')), is(null, 3)], []],
    ['of a destruction', [notify(vmEvent('destroyed')), is(null, 3)], []],
    ['while nothing happens', [quiet, notify(vmEvent('stopped'))], [/^false: \{"kind":"vm"/]],
    ['of a rate above the limit', [notify(OPENED), is('running', 5)], []],
    ['of a high rate that is missing', [is('running', 5)], [/^missed: alert opened at 5/]],
    [
      'of an end that is missing',
      [notify(OPENED), is('running', 5), is('running', 3)],
      [/^missed: alert closed at 3/],
    ],
    [
      'of a rate while nothing happens',
      [quiet, notify(OPENED)],
      [/^false or repeated: .*alertOpened/],
    ],
    ['of VMs that nobody has', [quiet, misled, notify(OPENED), notify(CLOSED)], []],
    ['of an end without its alert', [notify(CLOSED)], [/^false or repeated: .*alertClosed/]],
    ['of an alert that ended before it was notified', [notify(CLOSED_AT_ONCE)], []],
    ['of two alerts without an end', [notify(OPENED), notify(OPENED)], [/^false or repeated: /]],
  ])('%s', ([, steps, findings]) => {
    expect(findingsOf(...steps)).toEqual(findings.map((each) => expect.stringMatching(each)));
  });
});

test.for<[string, AccountSnapshot, readonly number[], string]>([
  ['another phase', shown('failed', 3), [0, 0], 'VMs: a failed; at the service: a running'],
  ['no VM', shown(null, 3), [0, 0], 'VMs: ; at the service: a running'],
  ['another rate', shown('running', 2.9), [0, 0], 'rates: 2.900000; at the service: 3.000000'],
  ['no rate', shown('running', null), [0, 0], 'rates: unknown; at the service: 3.000000'],
  ['a month above the bill', shown('running', 3), [9, 5], 'month: 9; billed: 5'],
  ['a month below the bill', shown('running', 3), [1, 5], 'month: 1; billed: 5'],
])('%s is a wrong fact', ([, app, month, finding]) => {
  expect(findingsOf((judge) => rest(judge, app, shown('running', 3), [...month]))).toEqual([
    finding,
  ]);
});

test('the slope of memory is found, not its growth at the start', () => {
  const samples = (perHour: number) =>
    Array.from({ length: 24 }, (_, hours) => ({ hours, megabytes: 30 + perHour * hours }));
  expect(memorySlope(samples(2))).toBeCloseTo(2);
  const warm = samples(0).map((sample, index) =>
    index < 12 ? { ...sample, megabytes: 10 } : sample,
  );
  expect(memorySlope(warm)).toBeCloseTo(0);
});
