import { describe, expect, test } from 'vitest';
import { inStatus, makeVm } from '../../../shared/domain/testing/records.ts';
import { type Attempt, decideAttempt } from './auto-stop-attempt.ts';
import {
  type AutoStopFacts,
  type AutoStopState,
  type Decision,
  type Due,
  decideAutoStop,
  decideRead,
} from './auto-stop-state.ts';
import { step } from './step.ts';
import { readTable } from './testing/read-table.ts';
import { newTimer } from './timer-state.ts';

// docs/auto-stop.md and the step of an auto-stop.

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 20, 12);
const iso = (ms: number) => new Date(ms).toISOString();
const RUN = iso(NOW - 600 * MINUTE);
const runs = makeVm({ id: 'v', status: 'running', startedAt: RUN });
const REFUSED = { message: 'No.', action: '' };

function job(stage: AutoStopState['stage'], endsAt = NOW - MINUTE): AutoStopState {
  const limit = { kind: 'time', at: endsAt } as const;
  const autoStop = { accountId: 'a', vmId: 'v', name: 'train', limit };
  const isAnnounced = stage.kind !== 'set';
  const clock = { elapsesAt: null, notBefore: Number.NEGATIVE_INFINITY };
  return { autoStop, stored: autoStop, isAnnounced, run: { startedAt: RUN }, ...clock, stage };
}

const SET = { kind: 'set', unknownSince: null, isReported: false } as const;
const due = (change: Partial<Due>): Due => ({
  ...({ kind: 'due', at: NOW - MINUTE, since: 0, nextAt: 0, isReported: false } as const),
  ...{ isRead: false, isSent: false, isRepeat: false },
  ...change,
});
const sent = (sentAt: number) =>
  ({
    ...({ kind: 'sent', at: NOW - MINUTE, sentAt, since: null } as const),
    ...{ isReported: false, late: null },
  }) as const;

const JOBS: Readonly<Record<string, AutoStopState>> = {
  far: job(SET, NOW + 60 * MINUTE),
  soon: job(SET, NOW + 5 * MINUTE),
  due: job(due({})),
  left: job(due({})),
  off: job(due({ isRead: true })),
  sent: job(sent(0)),
  silent: job(sent(-100_000)),
  done: job(sent(0)),
};

const LISTED: Readonly<Record<string, Partial<AutoStopFacts>>> = {
  running: { listed: runs },
  stopping: { listed: { ...runs, ...inStatus('stopping') } },
  interrupted: { listed: { ...runs, ...inStatus('interrupted') } },
  stopped: { listed: { ...runs, ...inStatus('stopped') } },
  gone: { listed: 'gone' },
  'no list': { listed: 'unknown' },
  'another run': { listed: { ...runs, startedAt: iso(NOW - 1_000) } },
  'only reminds': { access: 'reminds' },
  'signed out': { access: 'signedOut', listed: 'unknown' },
};

function factsOf(stage: string, change: Partial<AutoStopFacts> | undefined): AutoStopFacts {
  const { limit } = JOBS[stage]?.autoStop ?? {};
  const at = limit?.kind === 'time' ? limit.at : NOW;
  const isPending = stage === 'sent' || stage === 'silent';
  return {
    ...{ now: NOW, monotonic: 0, end: { kind: 'at', at }, listed: runs, access: 'stops' },
    ...{ reportsScope: true, isUnattended: false, isArmed: stage === 'left', selfStop: null },
    pending: isPending ? { operation: 'stop', isOverdue: false } : undefined,
    ...change,
  };
}

const STAGES: Readonly<Record<AutoStopState['stage']['kind'], readonly string[]>> = {
  set: ['far', 'soon'],
  due: ['due', 'left', 'off', 'silent'],
  sent: ['sent', 'silent', 'done'],
  ended: ['over'],
};

function cellOf(stage: string, before: AutoStopState, { state, step }: Decision): string {
  const isSaved = state.autoStop !== before.autoStop;
  const hasNews = 'news' in step && step.news !== null;
  const effects = [
    ...(isSaved ? ['save'] : []),
    ...(step.kind === 'stop' || step.kind === 'read' ? [step.kind] : []),
    ...(hasNews ? [step.news.kind] : []),
  ];
  const isRead = state.stage.kind === 'due' && state.stage.isRead && stage !== 'off';
  const next = step.kind === 'end' ? 'over' : isRead && stage !== 'done' ? 'off' : state.stage.kind;
  const isSame = (STAGES as Readonly<Record<string, readonly string[]>>)[next]?.includes(stage);
  return [...effects, ...(isSame ? [] : [`→ ${next}`])].join(' ');
}

describe('as listed', () => {
  test.each(readTable('The VM as listed'))('%s, %s: %s', (stage, column, cell) => {
    const before = JOBS[stage];
    if (before === undefined || LISTED[column] === undefined) throw new Error('no such fact');
    const decision = decideAutoStop(before, factsOf(stage, LISTED[column]));
    expect(cellOf(stage, before, decision)).toBe(cell);
  });
});

const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  accepted: { kind: 'sent', answer: null, perHour: null },
  'does not run': {
    ...{ kind: 'needless', answer: null, perHour: null },
    progress: 'done',
    vm: null,
  },
  'another run': { kind: 'unwanted', answer: null, perHour: null },
  'only reminds': { kind: 'reminds' },
  error: {
    ...{ kind: 'failed', answer: 'No.', perHour: null, vm: runs },
    problem: { kind: 'server', status: 500, retryAt: null },
  },
  refused: { kind: 'refused', refusal: { kind: 'network', ...REFUSED } },
  403: { kind: 'refused', refusal: { kind: 'forbidden', ...REFUSED } },
};

const RECORDS = {
  running: runs,
  interrupted: { ...runs, ...inStatus('interrupted') },
  stopped: { ...runs, ...inStatus('stopped') },
  'no VM': null,
  'no answer': undefined,
} as const;

describe('after an answer to', () => {
  test.each(readTable('Answers to `stop`'))('stop: %s, %s: %s', (stage, column, cell) => {
    const before = JOBS[stage];
    const attempt = ATTEMPTS[column];
    if (before === undefined || attempt === undefined) throw new Error('no such fact');
    expect(cellOf(stage, before, decideAttempt(before, attempt, factsOf(stage, {})))).toBe(cell);
  });
  test.each(readTable('Answers to `read`'))('read: %s, %s: %s', (stage, column, cell) => {
    const before = JOBS[stage];
    if (before === undefined || !(column in RECORDS)) throw new Error('no such fact');
    const record = RECORDS[column as keyof typeof RECORDS];
    expect(cellOf(stage, before, decideRead(before, record, factsOf(stage, {})))).toBe(cell);
  });
});

test('an auto-stop of another run ends without a timer in that run', () => {
  const limit = { kind: 'idle', ms: 60 * MINUTE, since: NOW - 61 * MINUTE } as const;
  const vm = { accountId: 'a', vmId: 'v', name: 'train' };
  const autoStop = { ...vm, limit, onVm: true };
  const listed = { ...runs, startedAt: iso(NOW - 1_000) };
  const { effects } = step(
    { vm, autoStop: { ...job(due({})), autoStop, stored: autoStop }, timer: newTimer(undefined) },
    {
      autoStop: { ...factsOf('due', { listed }), answer: null },
      timer: {
        ...{ now: NOW, monotonic: 0, autoStop, vm: { ...vm, run: listed.startedAt }, listed },
        ...{ listedAt: NOW, isReachable: true, isWatched: false, isBusy: false, answer: null },
      },
    },
  );
  expect(effects).toMatchObject([{ kind: 'event', outcome: { kind: 'anotherRun' } }]);
});
