import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../src/core/app/index.ts';
import { makeVm, makeVmList } from '../../src/shared/domain/testing/records.ts';
import type { VmPhase } from '../../src/shared/domain/vm.ts';
import type { VmChange } from '../../src/shared/vms/vm-change.ts';
import { createStallWatch, memorySlope } from '../world/resources.ts';
import { createJudge, type Shown, type Truth } from './judge.ts';
import { createMessageJudge } from './messages.ts';
import { table } from './report.ts';

// Each judge fails on a fault.

const MINUTE = 60_000;
const LIMIT = 4;

/** `a running, b stopped` */
function truth(text: string, rate = 3): Truth {
  const pairs = text.split(', ').map((pair) => pair.split(' '));
  const phases = new Map(
    pairs.flatMap(([name, phase]) => (name && phase ? [[name, phase] as const] : [])),
  );
  return { phases, rate, starts: new Map([['key-1', 0]]) };
}

const PHASES: readonly VmPhase[] = ['running', 'stopped', 'interrupted', 'offline', 'failed'];

/** The app shows the truth. */
function shown({ phases, rate }: Truth): Shown {
  const vms = [...phases].map(([label, status]) => {
    const phase = PHASES.find((each) => each === status) ?? 'unknown';
    return makeVm({ id: label, label, status, phase, startedAt: new Date(0).toISOString() });
  });
  const sums = { runningVms: null, perHour: rate, perDay: null, perMonth: null };
  const spend = { ...sums, vms: [], skipped: 0, lastUpdated: null, outdatedAt: null };
  const cost = { known: 0, asOf: 0, perHour: null };
  return {
    snapshots: {
      id: {
        vms: { value: makeVmList(vms), problem: null },
        spend: { value: spend, problem: null },
        asOf: 0,
        freshness: 'live',
      },
    },
    costs: { today: cost, month: cost },
  };
}

const vmEvent = (name: string, change: VmChange): AppEvent => ({
  kind: 'vm',
  at: 0,
  accountId: 'id',
  vmId: name,
  name,
  status: null,
  what: null,
  facts: { change, gpu: null, perHour: null, wasPerHour: null, ranMs: null },
});
const alert = { at: 0, rule: 'hourlyRate', limit: LIMIT } as const;
const OPENED: AppEvent = { kind: 'alertOpened', ...alert };
const CLOSED: AppEvent = { kind: 'alertClosed', openedAt: 0, ...alert };

type Step = Truth | AppEvent | 'rest' | 'misled' | 'restarted';

/** The findings after a rest with `a` running at $3/h and these steps, without their times. */
function findingsOf(steps: readonly Step[], shows: (last: Truth) => Shown = shown) {
  const judge = createJudge(LIMIT);
  let at = 0;
  let last = truth('key-1 running');
  const rest = (state: Shown) =>
    judge.rested(state, new Map([['key', 'id']]), new Map([['key', last]]), at);
  judge.observe('key', last, at);
  rest(shown(last));
  for (const step of steps) {
    at += MINUTE;
    if (step === 'misled') judge.misled();
    else if (step === 'restarted') judge.forgotten('key');
    else if (step === 'rest') rest(shown(last));
    else if ('kind' in step) judge.notified(step, at);
    else {
      last = step;
      judge.observe('key', step, at);
    }
  }
  rest(shows(last));
  const { events, facts } = judge.result();
  return [...events, ...facts].map((finding) => finding.slice(15));
}

const [running, stopped, none] = ['key-1 running', 'key-1 stopped', ''].map((text) => truth(text));
const destroyed = truth('key-1 destroyed');
const dear = truth('key-1 running', 5);

describe('events', () => {
  const STOPPED = vmEvent('key-1', 'stopped');
  test.for<[string, readonly (Step | undefined)[], readonly string[]]>([
    ['of a change', [stopped, STOPPED], []],
    ['of no change', [STOPPED], ['false: key-1 stopped', 'missed: key-1 running']],
    ['twice', [stopped, STOPPED, STOPPED], ['repeated: key-1 stopped']],
    ['twice, of two changes', [stopped, STOPPED, running, stopped, STOPPED], []],
    ['that is missing', [stopped], ['missed: key-1 stopped']],
    ['of a change that the app did not see', [stopped, running], []],
    ['that is missing after a restart', ['restarted', stopped], []],
    ['of an older change', [stopped, STOPPED, running], ['missed: key-1 running']],
    ['of a removal', [none, vmEvent('key-1', 'gone')], []],
    ['of a destruction', [destroyed, none, vmEvent('key-1', 'gone')], []],
    [
      'of a destruction and the removal',
      [destroyed, vmEvent('key-1', 'destroyed'), none, vmEvent('key-1', 'gone')],
      ['repeated: key-1 gone'],
    ],
    ['of a VM that a fault made up', [vmEvent('box', 'gone')], []],
    ['of a rate above the limit', [dear, OPENED], []],
    [
      'of a rate below the limit',
      [OPENED],
      ['false: alert opened', 'missed: alert closed at 3 $/h'],
    ],
    ['of VMs that nobody has', ['misled', OPENED, CLOSED], []],
    ['of a high rate that is missing', [dear], ['missed: alert at 5 $/h']],
    ['of the end of an alert', [dear, OPENED, running, CLOSED], []],
    [
      'of an end while the rate is high',
      [dear, OPENED, 'rest', CLOSED],
      ['false: alert closed', 'missed: alert at 5 $/h'],
    ],
    ['of two alerts without an end', [dear, OPENED, 'rest', OPENED], ['repeated: alert opened']],
  ])('%s', ([, steps, findings]) => {
    expect(findingsOf(steps.filter((step) => step !== undefined))).toEqual(findings);
  });
});

test.for<[string, (last: Truth) => Shown, string]>([
  [
    'another phase',
    (last) => shown({ ...last, phases: truth('key-1 failed').phases }),
    'key: VMs: ',
  ],
  [
    'a VM more',
    (last) => shown({ ...last, phases: truth('key-1 running, b running').phases }),
    'key: VMs: ',
  ],
  ['no VM', (last) => shown({ ...last, phases: new Map() }), 'key: VMs: '],
  ['another rate', (last) => shown({ ...last, rate: 2.9 }), 'key: rate: 2.9'],
  ['no rate', (last) => shown({ ...last, rate: null }), 'key: rate: null'],
  [
    'a month above the bill',
    (last) => ({
      ...shown(last),
      costs: { ...shown(last).costs, month: { known: 4, asOf: 0, perHour: 3 } },
    }),
    'month: ',
  ],
  [
    'a floor above the bill',
    (last) => ({
      ...shown(last),
      costs: { ...shown(last).costs, month: { known: 1, asOf: 0, perHour: 3, isAtLeast: true } },
    }),
    'month: ≥ ',
  ],
])('%s is a wrong fact', ([, shows, finding]) => {
  expect(findingsOf([], shows)).toEqual([expect.stringContaining(finding)]);
});

test('the start of another run is a wrong fact', () => {
  const started = { ...truth('key-1 running'), starts: new Map([['key-1', 60 * MINUTE]]) };
  expect(findingsOf([started])).toEqual(['key: key-1 runs since 1970-01-01T00:00:00.000Z']);
});

test.for<[string, readonly string[], boolean, readonly string[]]>([
  ['once', ['a'], false, []],
  ['again after its sender was killed', ['a', 'a'], true, []],
  ['a third time', ['a', 'a', 'a'], true, ['sent 3 times: box']],
  ['twice', ['a', 'a'], false, ['sent 2 times: box']],
  ['by both programs', ['a', 'b'], false, ['sent as two messages: box']],
  ['as another after a kill in that moment', ['a', 'b'], true, []],
  ['never', [], false, ['lost: box']],
])('a message that is taken %s', ([, ids, isKilled, findings]) => {
  const judge = createMessageJudge();
  const at = new Date(0).toISOString();
  judge.notified({ title: 'box', name: 'box', at: 0 }, 0);
  for (const [index, id] of ids.entries()) {
    judge.taken([{ id, title: 'box', at }], index);
    if (isKilled && index === 0) judge.killed(index, index);
  }
  judge.rested(2 * MINUTE);
  expect(judge.findings.map((finding) => finding.slice(15))).toEqual(findings);
});

test('a message that is sent after midnight, with a date in its title, is not lost', () => {
  const judge = createMessageJudge();
  judge.notified({ title: 'box stops at 23:22', name: 'box', at: 0 }, 0);
  const title = 'box stops at Jan 1, 23:22';
  judge.taken([{ id: 'a', title, at: new Date(0).toISOString() }], MINUTE);
  judge.rested(2 * MINUTE);
  expect(judge.findings).toEqual([]);
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

test('the longest turn is found, in processor time', () => {
  const stalls = createStallWatch();
  const { user: start } = process.threadCpuUsage();
  while (process.threadCpuUsage().user < start + 30_000);
  stalls.turn();
  expect(stalls.longest()).toBeGreaterThan(10);
});

test('a row outside of its bounds is marked', () => {
  const rows = [
    { name: 'A', found: 2, most: 1 },
    { name: 'B', found: 1, least: 1, most: 1 },
    { name: 'C', found: 0.5, least: 17 },
  ];
  const lines = table(rows).split('\n');
  expect(lines.map((line) => line.trim())).toEqual([
    expect.stringMatching(/^found +allowed$/),
    expect.stringMatching(/^A +2 +≤ 1 +FAILED$/),
    expect.stringMatching(/^B +1 +≥ 1 +≤ 1$/),
    expect.stringMatching(/^C +0\.50 +≥ 17 +FAILED$/),
  ]);
});
