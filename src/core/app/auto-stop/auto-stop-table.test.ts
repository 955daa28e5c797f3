import { describe, expect, test } from 'vitest';
import { inStatus, makeVm } from '../../../shared/domain/testing/records.ts';
import type { AutoStopFacts, AutoStopState, Due } from './auto-stop-state.ts';
import { type Answer, type Attempt, step, stepAutoStop } from './step.ts';
import { readTable } from './testing/read-table.ts';
import { newTimer } from './timer-state.ts';

// docs/auto-stop.md and the step of an auto-stop.

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 20, 12);
const iso = (ms: number) => new Date(ms).toISOString();
const RUN = iso(NOW - 600 * MINUTE);
const runs = makeVm({ id: 'v', status: 'running', startedAt: RUN });
const VM = { accountId: 'a', vmId: 'v', name: 'train' };
const REFUSED = { message: 'No.', action: '' };

function job(stage: AutoStopState['stage'], endsAt = NOW - MINUTE): AutoStopState {
  const limit = { kind: 'time', at: endsAt } as const;
  const autoStop = { ...VM, limit };
  const clock = { elapsesAt: null, notBefore: Number.NEGATIVE_INFINITY };
  return { autoStop, stored: autoStop, run: { startedAt: RUN }, ...clock, stage };
}

const SET = { kind: 'set', unknownSince: null, isReported: false } as const;
const due = (change: Partial<Due>): Due => ({
  ...({ kind: 'due', at: NOW - MINUTE, since: 0, nextAt: 0, isReported: false } as const),
  ...{ isAnnounced: true, isRead: false, sentAt: null, late: null },
  ...change,
});
const sent = (sentAt: number) => due({ sentAt });

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
  if (stage.sentAt !== null) return stage.isRead ? 'due' : 'sent';
  return stage.isRead ? 'off' : 'due';
}

/** The cell of a decision: its effects in order, and the next stage where that is another one. */
function cellOf(row: string, column: Partial<AutoStopFacts> = {}, answer: Answer | null = null) {
  const before = JOBS[row];
  if (before === undefined) throw new Error('no such row');
  const { state, effects } = stepAutoStop(before, { ...factsOf(row, column), answer });
  const kinds = effects.map((each) => (each.kind === 'event' ? each.outcome.kind : each.kind));
  const isSaved = state.autoStop !== before.autoStop && state.stage.kind !== 'ended';
  const next = stageOf(state);
  const isSame = STAGES[next]?.includes(row) || (row === 'done' && next === 'sent');
  return [...(isSaved ? ['save'] : []), ...kinds, ...(isSame ? [] : [`→ ${next}`])].join(' ');
}

describe('as listed', () => {
  test.each(readTable('The VM as listed'))('%s, %s: %s', (row, column, cell) => {
    expect(LISTED).toHaveProperty(column);
    expect(cellOf(row, LISTED[column])).toBe(cell);
  });
});

const ACCEPTED: Attempt = { kind: 'sent', answer: null, perHour: null };

const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  accepted: ACCEPTED,
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
    if (attempt === undefined) throw new Error('no such fact');
    expect(cellOf(row, {}, { kind: 'stop', attempt })).toBe(cell);
  });
  test.each(readTable('Answers to `read`'))('read: %s, %s: %s', (row, column, cell) => {
    const look = RECORDS[column];
    if (look === undefined) throw new Error('no such fact');
    expect(cellOf(row, {}, { kind: 'read', look })).toBe(cell);
  });
});

test('a stop that is sent again, since the list denied the first one, is confirmed like that one', () => {
  const limit = { kind: 'idle', ms: 60 * MINUTE, since: NOW - 61 * MINUTE } as const;
  const first = { ...job(sent(0)), autoStop: { ...VM, limit } };
  const denied = stepAutoStop(first, { ...factsOf('done', {}), answer: null });
  expect(denied.effects).toEqual([{ kind: 'stop' }]);
  const accepted = { kind: 'stop', attempt: ACCEPTED } as const;
  const again = stepAutoStop(denied.state, { ...factsOf('done', {}), answer: accepted });
  const stopping = { ...LISTED['stopping'], end: { kind: 'open' } } as const;
  const { state } = stepAutoStop(again.state, { ...factsOf('sent', stopping), answer: null });
  expect([state.stage.kind, state.autoStop.progress?.kind]).toEqual(['due', 'sent']);
});

test('an auto-stop of another run ends without a timer in that run', () => {
  const limit = { kind: 'idle', ms: 60 * MINUTE, since: NOW - 61 * MINUTE } as const;
  const autoStop = { ...VM, limit, onVm: true };
  const listed = { ...runs, startedAt: iso(NOW - 1_000) };
  const { effects } = step(
    {
      vm: VM,
      autoStop: { ...job(due({})), autoStop, stored: autoStop },
      timer: newTimer(undefined),
    },
    {
      autoStop: { ...factsOf('due', { listed }), answer: null },
      timer: {
        ...{ now: NOW, monotonic: 0, autoStop, vm: { ...VM, run: listed.startedAt }, listed },
        ...{ listedAt: NOW, isReachable: true, isWatched: false, isBusy: false, answer: null },
      },
    },
  );
  expect(effects).toMatchObject([{ kind: 'event', outcome: { kind: 'anotherRun' } }]);
});
