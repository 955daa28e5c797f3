import { describe, expect, test } from 'vitest';
import { createStallWatch, memorySlope, moreHandles } from '../world/resources.ts';
import { type Known, type Shown, wrongFacts, wrongStarts } from './facts.ts';
import { createLeakSearch } from './leak-search.ts';
import { createChangeJudge } from './notifications.ts';
import { countRow, findingsRow, leastRow, table } from './report.ts';
import type { Statuses } from './truth.ts';

// Each row of the table can fail.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** `a running, b stopped` */
const statuses = (text: string): Statuses =>
  new Map(
    text
      .split(', ')
      .map((pair) => pair.split(' '))
      .flatMap(([name = '', status]) => (status === undefined ? [] : [[name, status] as const])),
  );

test.for([
  ['of this run', 60 * MINUTE, 0],
  ['of this run, in whole minutes', 61.5 * MINUTE, 0],
  ['of the run before', 0, 0],
  ['between two runs', 30 * MINUTE, 1],
  ['after the last one', 90 * MINUTE, 1],
] as const)('a start %s', ([, at, wrong]) => {
  const runs = [0, 60 * MINUTE].map((start) => ({ at: start, isShown: true }));
  const shown = { starts: new Map([['a', at]]) };
  expect(wrongStarts(shown, new Map([['a', runs]]))).toHaveLength(wrong);
  // The service shows no start: the app may have seen the VM later.
  const isHidden = runs.map((run) => ({ ...run, isShown: false }));
  expect(wrongStarts(shown, new Map([['a', isHidden]]))).toEqual([]);
});

describe('notifications', () => {
  /** A VM that ran was interrupted, and the app received that. */
  function interrupted() {
    const judge = createChangeJudge();
    judge.happened(0, statuses('a running, b stopped'));
    judge.happened(MINUTE, statuses('a interrupted, b stopped'));
    judge.received(
      2 * MINUTE,
      statuses('a running, b stopped'),
      statuses('a interrupted, b stopped'),
    );
    return judge;
  }
  test('sent once are right', () => {
    const judge = interrupted();
    judge.notified('a', 'was interrupted', 2 * MINUTE);
    expect(judge.result(HOUR)).toEqual({ expected: 1, missed: [], extra: [] });
  });

  test('that did not come are missed', () => {
    const judge = interrupted();
    expect(judge.result(2 * MINUTE).missed).toEqual([]);
    expect(judge.result(HOUR).missed).toEqual(['01-01 00:01:00 a was interrupted']);
  });

  test('of a VM that is gone are due once two lists have lacked it over five minutes', () => {
    const judge = createChangeJudge();
    const [both, one] = [statuses('a running, b stopped'), statuses('b stopped')];
    judge.happened(0, both);
    judge.happened(MINUTE, one);
    judge.received(2 * MINUTE, both, one, 'key');
    // No list arrives for an hour, and those of another account say nothing about it.
    judge.received(HOUR, new Map(), new Map(), 'login');
    expect(judge.result(2 * HOUR).missed).toEqual([]);
    judge.received(2 * HOUR, one, one, 'key');
    expect(judge.result(3 * HOUR).missed).toEqual(['01-01 00:01:00 a is gone']);
  });

  test('may come after the computer woke up', () => {
    const judge = interrupted();
    judge.woke(HOUR);
    expect(judge.result(HOUR).missed).toEqual([]);
    expect(judge.result(2 * HOUR).missed).toHaveLength(1);
  });

  test('of a VM that the app no longer knows is not missed', () => {
    const judge = interrupted();
    judge.forgotten(['a']);
    expect(judge.result(HOUR).missed).toEqual([]);
  });

  test('sent twice are duplicates, until it happens again', () => {
    const judge = interrupted();
    judge.notified('a', 'was interrupted', 2 * MINUTE);
    judge.notified('a', 'was interrupted', 3 * MINUTE);
    expect(judge.result(HOUR).extra).toEqual(['01-01 00:03:00 repeated: a was interrupted']);
    judge.happened(4 * MINUTE, statuses('a running, b stopped'));
    judge.happened(5 * MINUTE, statuses('a interrupted, b stopped'));
    judge.notified('a', 'was interrupted', 5 * MINUTE);
    expect(judge.result(HOUR).extra).toHaveLength(1);
  });

  test.each(['is gone', 'was destroyed'])(
    'that a destroyed VM %s counts for its removal',
    (what) => {
      const judge = createChangeJudge();
      const [both, one] = [statuses('a running, b stopped'), statuses('b stopped')];
      judge.happened(0, both);
      judge.happened(MINUTE, statuses('a destroyed, b stopped'));
      judge.notified('a', what, 2 * MINUTE);
      judge.happened(3 * MINUTE, one);
      for (const at of [4, 10]) judge.received(at * MINUTE, both, one, 'key');
      expect(judge.result(HOUR).missed).toEqual([]);
    },
  );

  test('that a destroyed VM is gone counts until it is no longer shown again', () => {
    const judge = createChangeJudge();
    const [both, one] = [statuses('a running, b stopped'), statuses('b stopped')];
    judge.happened(0, both);
    judge.happened(MINUTE, one);
    judge.notified('a', 'is gone', 2 * MINUTE);
    judge.happened(3 * MINUTE, statuses('a destroyed, b stopped'));
    judge.happened(4 * MINUTE, one);
    for (const at of [5, 11]) judge.received(at * MINUTE, both, one, 'key');
    expect(judge.result(HOUR).missed).toEqual([]);
  });

  test('that a VM was destroyed counts for its removal meanwhile', () => {
    const judge = createChangeJudge();
    const [both, one] = [statuses('a running, b stopped'), statuses('b stopped')];
    judge.happened(0, both);
    judge.happened(MINUTE, statuses('a destroyed, b stopped'));
    judge.happened(2 * MINUTE, one);
    judge.notified('a', 'was destroyed', 3 * MINUTE);
    for (const at of [4, 10]) judge.received(at * MINUTE, both, one, 'key');
    expect(judge.result(HOUR).missed).toEqual([]);
  });

  test('that a VM is gone counts for its destruction before', () => {
    const judge = createChangeJudge();
    const both = statuses('a running, b stopped');
    const destroyed = statuses('a destroyed, b stopped');
    judge.happened(0, both);
    judge.happened(MINUTE, destroyed);
    judge.received(2 * MINUTE, both, destroyed);
    judge.happened(2 * MINUTE, statuses('b stopped'));
    judge.notified('a', 'is gone', 2 * MINUTE);
    expect(judge.result(HOUR).missed).toEqual([]);
  });

  test('that a VM is gone counts for its destruction after a removal that was not told', () => {
    const judge = createChangeJudge();
    const [both, one] = [statuses('a offline, b stopped'), statuses('b stopped')];
    judge.happened(0, both);
    judge.happened(MINUTE, one);
    judge.happened(2 * MINUTE, statuses('a destroyed, b stopped'));
    judge.notified('a', 'is gone', 3 * MINUTE);
    judge.happened(4 * MINUTE, one);
    for (const at of [5, 11]) judge.received(at * MINUTE, both, one, 'key');
    expect(judge.result(HOUR).missed).toEqual([]);
  });

  test('of what did not happen is false', () => {
    const judge = interrupted();
    judge.notified('b', 'is gone', 2 * MINUTE);
    expect(judge.result(2 * MINUTE).extra).toEqual(['01-01 00:02:00 false: b is gone']);
  });
});

describe('facts', () => {
  const at = 10 * HOUR;
  const received = { isForbidden: false, isMisled: false };
  const list = statuses('a running, b stopped');
  const vms = { ...received, value: list };
  const spend = { ...received, value: 2 };
  const known: Known = { vms, spend, goneSince: new Map() };
  const shown: Shown = { statuses: list, rate: 2, starts: new Map() };

  test.each<[string, Partial<Shown>, Partial<Known>, number]>([
    ['what was received', {}, {}, 0],
    ['another status', { statuses: statuses('a running, b running') }, {}, 1],
    ['a VM less', { statuses: statuses('a running') }, {}, 1],
    ['no VMs', { statuses: null }, {}, 1],
    ['no VMs after a refusal', { statuses: null }, { vms: { ...vms, isForbidden: true } }, 0],
    [
      'anything after a list that was wrong',
      { statuses: statuses('') },
      { vms: { ...vms, isMisled: true } },
      0,
    ],
    [
      'a VM that is being looked up',
      { statuses: statuses('a running, b stopped, c running') },
      { goneSince: new Map([['c', at - 5 * MINUTE]]) },
      0,
    ],
    [
      'a VM that is gone for long',
      { statuses: statuses('a running, b stopped, c running') },
      { goneSince: new Map([['c', at - HOUR]]) },
      1,
    ],
    ['another rate', { rate: 2.1 }, {}, 1],
    ['no rate', { rate: null }, {}, 1],
    ['no rate after a refusal', { rate: null }, { spend: { ...spend, isForbidden: true } }, 0],
  ])('%s', (_name, change, about, wrong) => {
    const truth = { statuses: list, rate: 2, starts: new Map() };
    const facts = wrongFacts({ ...shown, ...change }, { ...known, ...about }, truth, at);
    expect(facts).toHaveLength(wrong);
  });
});

describe('resources', () => {
  const samples = (perHour: number) =>
    Array.from({ length: 24 }, (_, hours) => ({ hours, megabytes: 30 + perHour * hours }));

  test('finds the slope of memory, not its growth at the start', () => {
    expect(memorySlope(samples(2))).toBeCloseTo(2);
    const warm = samples(0).map((sample, index) =>
      index < 12 ? { ...sample, megabytes: 10 } : sample,
    );
    expect(memorySlope(warm)).toBeCloseTo(0);
  });

  test('finds the longest turn, in processor time', () => {
    const stalls = createStallWatch();
    const end = performance.now() + 150;
    let turns = 0;
    while (performance.now() < end) turns += 1;
    stalls.turn();
    expect(turns).toBeGreaterThan(0);
    expect(stalls.longest()).toBeGreaterThan(10);
  });

  test('finds handles that are left', () => {
    const before = new Map([['PipeWrap', 2]]);
    const after = new Map([
      ['PipeWrap', 2],
      ['Timeout', 1],
    ]);
    expect(moreHandles(before, after)).toEqual(['1 more Timeout']);
    expect(moreHandles(after, before)).toEqual([]);
  });
});

describe('secrets', () => {
  const SECRET = 'sim_live_0123456789abcdef';

  test.each([
    ['plain', SECRET],
    ['in base64', Buffer.from(`ab${SECRET}`).toString('base64')],
    ['in base64url', Buffer.from(`Bearer ${SECRET}`).toString('base64url')],
    ['in hex', Buffer.from(SECRET).toString('hex').toUpperCase()],
  ])('are found %s', (_name, text) => {
    const search = createLeakSearch(() => [SECRET]);
    search.add('log', 'harmless');
    search.search();
    search.add('log', `http.failed ${text}.`);
    search.search();
    expect(search.result()).toEqual({ found: ['log: sim_live_012…'], checks: 2 });
  });
});

test('a row that failed is marked, and a check that never ran fails', () => {
  const rows = [
    countRow('A', 2, 1),
    countRow('B', 1, 1, ' ms'),
    findingsRow('C', ['x'], 10, 1),
    findingsRow('D', [], 0, 1),
    findingsRow('E', [], 1, 1),
    leastRow('F', 16, 17),
  ];
  expect(
    table(rows)
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual([
    expect.stringMatching(/^found +allowed$/),
    expect.stringMatching(/^A +2 +≤ 1 +FAILED$/),
    expect.stringMatching(/^B +1 ms +≤ 1 ms$/),
    expect.stringMatching(/^C +1 of 10 +0 +FAILED$/),
    expect.stringMatching(/^D +0 of 0 +0 of at least 1 +FAILED$/),
    expect.stringMatching(/^E +0 of 1 +0$/),
    expect.stringMatching(/^F +16 +≥ 17 +FAILED$/),
  ]);
});
