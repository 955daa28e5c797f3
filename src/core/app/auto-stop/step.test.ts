import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { AutoStop, VmLimit } from '../../../shared/auto-stop/auto-stop.ts';
import type { VmTimer } from '../../../shared/auto-stop/vm-timer.ts';
import { inStatus, makeVm } from '../../../shared/domain/testing/records.ts';
import type { ArmedAnswer } from '../../ssh/index.ts';
import {
  type Answer,
  type Attempt,
  type AutoStopState,
  type Due,
  type Facts,
  type Job,
  NEVER,
  newTimer,
  SET,
  type TimerState,
} from './job.ts';
import { step } from './step.ts';
import { selfStopOf } from './step-timer.ts';

// docs/auto-stop.md and the step of a job.

/** The cells of the table below a heading of docs/auto-stop.md: stage, column, effects. */
function readTable(title: string): readonly (readonly [string, string, string])[] {
  const text = readFileSync('docs/auto-stop.md', 'utf8').split(`\n## ${title}\n`)[1] ?? '';
  const table = /(?:^\|.*\n)+/m.exec(text)?.[0] ?? '';
  const [head = [], , ...rows] = table.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return rows.flatMap(([stage = '', ...cells]) =>
    cells.map((cell, index) => [stage, head[index + 1] ?? '', cell] as const),
  );
}

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 20, 12);
const iso = (ms: number) => new Date(ms).toISOString();
const RUN = iso(NOW - 600 * MINUTE);
const runs = makeVm({ id: 'v', status: 'running', startedAt: RUN });
const VM = { accountId: 'a', vmId: 'v', name: 'train' };
const at = (minutes: number): VmLimit => ({ kind: 'time', at: NOW + minutes * MINUTE });

const timerOf = (change: Partial<VmTimer>): VmTimer => ({
  ...{ ...VM, number: 5, held: null, run: RUN },
  ...change,
});

function job(stage: AutoStopState['stage'], limit: AutoStop['limit'], timer?: VmTimer): Job {
  const autoStop: AutoStop = { ...VM, limit, ...(timer && { onVm: true }) };
  const clock = { elapsesAt: Number.POSITIVE_INFINITY, notBefore: NEVER };
  const state = { autoStop, run: { startedAt: RUN }, ...clock, stage };
  return { vm: VM, autoStop: state, timer: newTimer(timer) };
}

const due = (change: Partial<Due>): Due => ({
  ...({ kind: 'due', at: NOW - MINUTE, since: 0, nextAt: 0, isReported: false } as const),
  ...{ isAnnounced: true, isRead: false, isSent: false, late: null },
  ...change,
});
const sent = (sentAt: number) => due({ isSent: true, nextAt: sentAt + 90_000 });

const JOBS: Readonly<Record<string, Job>> = {
  far: job(SET, at(60)),
  soon: job(SET, at(5)),
  due: job(due({}), at(-1)),
  left: job(due({}), at(-1), timerOf({ held: at(-1) })),
  off: job(due({ isRead: true }), at(-1)),
  sent: job(sent(0), at(-1)),
  silent: job(sent(-100_000), at(-1)),
};

const LISTED: Readonly<Record<string, Partial<Facts>>> = {
  running: {},
  stopping: { listed: { ...runs, ...inStatus('stopping') } },
  interrupted: { listed: { ...runs, ...inStatus('interrupted') } },
  stopped: { listed: { ...runs, ...inStatus('stopped') } },
  gone: { listed: 'gone' },
  'no list': { listed: 'unknown' },
  'another run': { listed: { ...runs, startedAt: iso(NOW - 1_000) } },
  'only reminds': { access: 'reminds' },
  'signed out': { access: 'signedOut', listed: 'unknown' },
};

const FACTS: Facts = {
  ...{ now: NOW, monotonic: 0, listed: runs, listedAt: NOW, access: 'stops', answer: null },
  ...{ end: null, isWatched: false, vm: 'busy', service: 'RunPod' },
  pending: undefined,
};

function factsOf(row: string, { autoStop }: Job, change: Partial<Facts>): Facts {
  const limit = autoStop?.autoStop.limit;
  const isPending = row === 'sent' || row === 'silent';
  return {
    ...FACTS,
    ...(limit?.kind === 'time' && { end: limit.at }),
    ...(isPending && { pending: { operation: 'stop', isOverdue: false } as const }),
    ...change,
  };
}

/** Names of rows that are the same stage. */
const STAGES: Readonly<Record<string, readonly string[]>> = {
  set: ['far', 'soon'],
  due: ['due', 'left'],
  off: ['off'],
  sent: ['sent', 'silent'],
  over: [],
};

function stageOf({ stage }: AutoStopState): string {
  if (stage.kind === 'ended') return 'over';
  if (stage.kind !== 'due') return stage.kind;
  if (stage.isRead) return 'off';
  return stage.isSent ? 'sent' : 'due';
}

/** The cell of a decision: its effects in order, and the next stage where that is another one. */
function cellOf(row: string, change: Partial<Facts> | undefined) {
  const before = JOBS[row];
  if (before === undefined || change === undefined) throw new Error('no such row or column');
  const { job: after, effects } = step(before, factsOf(row, before, change));
  if (after.autoStop === null) throw new Error('no auto-stop');
  const kinds = effects.map((each) => (each.kind === 'event' ? each.outcome.kind : each.kind));
  const next = stageOf(after.autoStop);
  const { autoStop } = after.autoStop;
  const isSaved = !isDeepStrictEqual(autoStop, before.autoStop?.autoStop) && next !== 'over';
  const isSame = STAGES[next]?.includes(row);
  return [...(isSaved ? ['save'] : []), ...kinds, ...(isSame ? [] : [`→ ${next}`])].join(' ');
}

describe('as listed', () => {
  test.each(readTable('The VM as listed'))('%s, %s: %s', (row, column, cell) => {
    expect(cellOf(row, LISTED[column])).toBe(cell);
  });
});

const ACCEPTED: Attempt = { kind: 'sent', isAccepted: true, answer: null, vm: runs };
const ANOTHER_RUN = { ...runs, startedAt: iso(NOW - 1_000) };

const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  accepted: ACCEPTED,
  'does not run': { kind: 'needless', answer: null, progress: 'done', vm: null },
  'another run': { kind: 'unwanted', answer: null, vm: ANOTHER_RUN },
  'only reminds': { kind: 'unwanted', answer: null, vm: runs },
  error: {
    ...{ kind: 'failed', answer: 'No.', vm: runs },
    problem: { kind: 'server', status: 500, retryAt: null },
  },
  refused: { kind: 'refused', answer: 'No.', isForbidden: false },
  403: { kind: 'refused', answer: 'No.', isForbidden: true },
};

const RECORDS: Readonly<Record<string, Extract<Answer, { kind: 'read' }>['look']>> = {
  running: runs,
  interrupted: { ...runs, ...inStatus('interrupted') },
  stopped: { ...runs, ...inStatus('stopped') },
  'no VM': 'gone',
  'no answer': 'unknown',
};

describe('after an answer to', () => {
  test.each(readTable('Answers to `stop`'))('stop: %s, %s: %s', (row, column, cell) => {
    const attempt = ATTEMPTS[column];
    expect(cellOf(row, attempt && { answer: { kind: 'stop', attempt } })).toBe(cell);
  });
  test.each(readTable('Answers to `read`'))('read: %s, %s: %s', (row, column, cell) => {
    const look = RECORDS[column];
    expect(cellOf(row, look && { answer: { kind: 'read', look } })).toBe(cell);
  });
});

const IDLE = { kind: 'idle', ms: 60 * MINUTE, since: NOW - 61 * MINUTE } as const;
const IS_DUE = { ...FACTS, end: NOW - MINUTE };

test('a stop that is sent again, since the list denied the first one, is confirmed like that one', () => {
  const denied = step(job(sent(-100_000), IDLE), IS_DUE);
  expect(denied.effects).toEqual([{ kind: 'stop' }]);
  const again = step(denied.job, { ...IS_DUE, answer: { kind: 'stop', attempt: ACCEPTED } });
  const pending = { operation: 'stop', isOverdue: false } as const;
  const { autoStop } = step(again.job, { ...FACTS, ...LISTED['stopping'], pending }).job;
  expect([autoStop?.stage.kind, autoStop?.autoStop.progress?.kind]).toEqual(['due', 'sent']);
});

test('an auto-stop of another run ends without a timer in that run', () => {
  const wanted = job(due({}), IDLE, timerOf({ sent: IDLE }));
  const { effects } = step(wanted, { ...IS_DUE, ...LISTED['another run'], vm: 'ready' });
  expect(effects).toMatchObject([{ kind: 'event', outcome: { kind: 'anotherRun' } }]);
});

const stopOf = (minutes: number, number = 5, computer = 'laptop') => ({
  ...{ number, computer, isProved: false, refused: null },
  limit: at(minutes),
});
const armed = (...of: Parameters<typeof stopOf>): ArmedAnswer => ({
  kind: 'armed',
  armed: stopOf(...of),
});

const TIMERS: Readonly<Record<string, readonly [VmTimer | undefined, VmLimit?]>> = {
  none: [undefined],
  sent: [timerOf({ sent: at(60) }), at(60)],
  set: [timerOf({ held: at(60) }), at(60)],
  other: [timerOf({ number: 7, held: at(30), by: 'lab-pc' })],
  cleared: [timerOf({ held: at(60), sent: null })],
};

const ANSWERS: Readonly<Record<string, ArmedAnswer>> = {
  'our timer': armed(60),
  "another's timer": armed(30, 7, 'lab-pc'),
  'no timer': { kind: 'none' },
  'cleared there': { kind: 'cleared' },
  'was stopping': { kind: 'late' },
  'lacks a program': { kind: 'lacks', what: 'key' },
  'no answer': { kind: 'failed', problem: 'timeout' },
};

function timerStage({ timer }: TimerState): string {
  if (timer === undefined) return 'none';
  if (timer.sent !== undefined) return timer.sent === null ? 'cleared' : 'sent';
  return timer.by === undefined ? 'set' : 'other';
}

const timerJob = (timer: VmTimer | undefined, limit?: VmLimit): Job => ({
  ...(limit ? job(SET, limit, timerOf({})) : { vm: VM, autoStop: null }),
  timer: newTimer(timer),
});

const called = (write: VmLimit | null | undefined, answer: ArmedAnswer) =>
  ({ kind: 'call', write, answer }) as const;

describe('the timer of a VM', () => {
  const rows = readTable('The timer on the VM').filter(([, , cell]) => cell !== '–');
  test.each(rows)('%s, %s: %s', (row, column, cell) => {
    const [timer, limit] = TIMERS[row] ?? [];
    const said = ANSWERS[column];
    const answer = said ? called(timer?.sent, said) : null;
    const off = column === 'VM is off' ? LISTED['stopped'] : LISTED[column];
    const { job: after, effects } = step(timerJob(timer, limit), {
      ...{ ...FACTS, ...off, answer },
      // The next end in this run is written at once.
      vm: said ? 'ready' : 'busy',
    });
    const kinds = effects.flatMap((each) => (each.kind === 'event' ? each.outcome.kind : []));
    const isSaved = !isDeepStrictEqual(after.timer.timer, timer);
    const next = timerStage(after.timer);
    const stages = next === row ? [] : [`→ ${next}`];
    expect([...(isSaved ? ['save'] : []), ...kinds, ...stages].join(' ')).toBe(cell);
  });
});

test('an end that has passed is read, and never written', () => {
  const wanted = timerJob(undefined, at(-1));
  const { effects } = step(wanted, { ...FACTS, vm: 'ready' });
  expect(effects).toContainEqual({ kind: 'call', write: undefined });
});

test.each([true, false])(
  'a timer of another computer takes the place of ours: %s',
  (isConfirmed) => {
    const timer = timerOf(isConfirmed ? { held: at(60) } : { held: at(60), sent: at(90) });
    const answer = called(undefined, armed(30, 7, 'lab-pc'));
    const { job: next } = step(timerJob(timer, at(60)), { ...FACTS, answer });
    expect(next.timer.timer).toMatchObject({ held: at(30), by: 'lab-pc' });
    // An unconfirmed write is repeated.
    expect(next.autoStop?.autoStop.onVm).toBe(!isConfirmed);
  },
);

test('the end of a VM that is stopping itself stays', () => {
  const before = timerJob(timerOf({ held: at(-3) }));
  const { timer, selfAt } = step(before, { ...FACTS, answer: called(undefined, armed(0)) }).job
    .timer;
  expect([timer, selfAt]).toEqual([before.timer.timer, NOW - 3 * MINUTE]);
});

test.each<[string, number | null, number | null, number | null, number, boolean | null]>([
  ['seen running and stopped around its end', 0, -1, null, 1, true],
  ['stopped then by the provider, seen hours later', 0, -60, 0.5, 480, true],
  ['seen hours later', 0, -60, null, 480, false],
  ['seen for the first time after its end', 0, null, null, 1, false],
  ['stopped long before its end', 0, -31, null, -30, null],
  ['still running long after its end', 0, 10, null, 11, null],
  ['stopped long after its end by the provider', 0, -60, 60, 480, null],
  ['not armed', null, -1, null, 1, null],
])('a VM that was %s', (_, selfAt, onAt, stoppedAt, now, isSeen) => {
  const ms = (minutes: number | null) => minutes && NOW + minutes * MINUTE;
  const timer = { ...newTimer(undefined), selfAt: selfAt === null ? null : NOW, onAt: ms(onAt) };
  const stopped = stoppedAt === null ? null : iso(NOW + stoppedAt * MINUTE);
  const listed = { ...runs, ...inStatus('stopped'), stoppedAt: stopped };
  const facts = { ...FACTS, listed, now: NOW + now * MINUTE };
  const found = selfStopOf({ ...timerJob(undefined), timer }, facts);
  expect(found && found.kind === 'selfStopped').toBe(isSeen);
});
