import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { ArmedStop } from '../../../shared/auto-stop/armed-stop.ts';
import type { AutoStop, VmLimit } from '../../../shared/auto-stop/auto-stop.ts';
import { nextWrite, type VmTimer } from '../../../shared/auto-stop/vm-timer.ts';
import { inStatus, makeVm } from '../../../shared/domain/testing/records.ts';
import type { ArmedAnswer } from '../../ssh/index.ts';
import { readTable } from './testing/read-table.ts';
import {
  newTimer,
  selfStopOf,
  stepTimer,
  type TimerState,
  type TimerStepFacts,
} from './timer-state.ts';

const MINUTE = 60_000;
const NOW = 1_000 * MINUTE;
const RUN = '2026-11-20T09:00:00.000Z';
const NEXT_RUN = '2026-11-20T10:00:00.000Z';
const VM = { accountId: 'a', vmId: 'v', name: 'train' };
const at = (minutes: number): VmLimit => ({ kind: 'time', at: NOW + minutes * MINUTE });
const idle = (minutes: number, since = NOW): VmLimit => ({
  kind: 'idle',
  ms: minutes * MINUTE,
  since,
});

const timerOf = (change: Partial<VmTimer>): VmTimer => ({
  ...{ ...VM, number: 5, held: null, run: RUN },
  ...change,
});
const stopOf = (minutes: number, number = 5, computer = 'laptop'): ArmedStop => ({
  ...{ number, computer, isProved: false, refused: null },
  limit: { kind: 'time', remainingMs: minutes * MINUTE },
});
const armed = (...of: Parameters<typeof stopOf>): ArmedAnswer => ({
  kind: 'armed',
  armed: stopOf(...of),
});
const onVm = (limit: VmLimit): AutoStop => ({ ...VM, limit, onVm: true });

const TIMERS: Readonly<Record<string, readonly [VmTimer | undefined, AutoStop?]>> = {
  none: [undefined],
  sent: [timerOf({ sent: at(60) }), onVm(at(60))],
  set: [timerOf({ held: at(60) }), onVm(at(60))],
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

const running = makeVm({ id: 'v', status: 'running', startedAt: RUN });
const LISTED = {
  'VM is off': { ...running, ...inStatus('stopped') },
  'another run': { ...running, startedAt: NEXT_RUN },
};

function stageOf({ timer }: TimerState): string {
  if (timer === undefined) return 'none';
  if (timer.sent !== undefined) return timer.sent === null ? 'cleared' : 'sent';
  return timer.by === undefined ? 'set' : 'other';
}

const FACTS: TimerStepFacts = {
  ...{
    now: NOW,
    monotonic: 0,
    autoStop: undefined,
    vm: { ...VM, run: RUN },
    listed: running,
    listedAt: NOW,
  },
  ...{ isReachable: true, isWatched: false, isBusy: true, answer: null },
};

describe('the timer of a VM', () => {
  const rows = readTable('The timer on the VM').filter(([, , cell]) => cell !== '–');
  test.each(rows)('%s, %s: %s', (row, column, cell) => {
    const [timer, autoStop] = TIMERS[row] ?? [];
    const answer = ANSWERS[column];
    const listed = Object.entries(LISTED).find(([name]) => name === column)?.[1] ?? running;
    const answered = answer ? { answer: { write: timer?.sent, answer } } : {};
    const after = stepTimer(newTimer(timer), { ...FACTS, autoStop, listed, ...answered });
    const next = stageOf(after.timer);
    const isSaved = !isDeepStrictEqual(after.timer.timer, timer);
    const { event } = after;
    const effects = [...(isSaved ? ['save'] : []), ...(event ? [event.kind] : [])];
    expect([...effects, ...(next === row ? [] : [`→ ${next}`])].join(' ')).toBe(cell);
  });
});

const spend: AutoStop = { ...VM, limit: { kind: 'spend', amount: 5, since: NOW }, onVm: true };

test.each<[string, VmTimer | undefined, AutoStop | undefined, VmLimit | null | undefined]>([
  ['nothing is known', undefined, undefined, undefined],
  ['an amount is set', undefined, spend, undefined],
  ['an end is set', undefined, onVm(at(60)), at(60)],
  ['it is confirmed', timerOf({ held: at(60) }), onVm(at(60)), undefined],
  ['it is changed', timerOf({ held: at(60) }), onVm(at(90)), at(90)],
  ['idleness is counted again', timerOf({ held: idle(60, 0) }), onVm(idle(60)), idle(60)],
  ['it is removed', timerOf({ held: at(60), sent: null }), undefined, null],
  ['its auto-stop is over', timerOf({ held: at(-1) }), undefined, undefined],
  ['another computer set it', timerOf({ held: at(60), by: 'lab-pc' }), undefined, undefined],
  [
    'a default is set',
    timerOf({ held: at(60) }),
    { ...VM, limit: idle(60), from: 'default' },
    undefined,
  ],
])('the next write where %s', (_, timer, autoStop, write) => {
  expect(nextWrite(timer, autoStop, NOW)).toEqual(write);
});

test('an end that has passed is read, and never written', () => {
  const facts = { ...FACTS, autoStop: onVm(at(-1)), isBusy: false };
  expect(stepTimer(newTimer(undefined), facts).call).toEqual({ write: undefined });
});

test.each([true, false])(
  'a timer of another computer takes the place of ours: %s',
  (isConfirmed) => {
    const timer = timerOf(isConfirmed ? { held: at(60) } : { held: at(60), sent: at(90) });
    const answer = { write: undefined, answer: armed(30, 7, 'lab-pc') };
    const facts = { ...FACTS, autoStop: onVm(at(60)), answer };
    const { timer: next, isLost } = stepTimer(newTimer(timer), facts);
    expect(next.timer).toMatchObject({ held: at(30), by: 'lab-pc' });
    // What was not confirmed is written again.
    expect(isLost).toBe(isConfirmed);
  },
);

test.each<[string, VmLimit, ArmedStop['limit']]>([
  ['time', at(-3), { kind: 'time', remainingMs: 0 }],
  ['idle', idle(60, NOW - 63 * MINUTE), { kind: 'idle', ms: 60 * MINUTE, idleMs: 60 * MINUTE }],
])('the end of a VM that is stopping itself by %s stays', (_, limit, readNow) => {
  const before = newTimer(timerOf({ held: limit }));
  const answer = { kind: 'armed', armed: { ...stopOf(0), limit: readNow } } as const;
  const facts = { ...FACTS, answer: { write: undefined, answer } };
  const { timer, selfAt } = stepTimer(before, facts).timer;
  expect([timer, selfAt]).toEqual([before.timer, NOW - 3 * MINUTE]);
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
  const state = { selfAt: selfAt === null ? null : NOW, onAt: ms(onAt) };
  const found = selfStopOf(state, ms(stoppedAt), NOW + now * MINUTE);
  expect(found?.isSeen ?? null).toBe(isSeen);
});

test.each<[string, string | null, string | null, boolean]>([
  ['as it was', '2026-11-20T09:00:00.000Z', '2026-11-20T09:00:00.000Z', true],
  ['moved by less than two minutes', '2026-11-20T09:00:00.000Z', '2026-11-20T09:01:59.000Z', true],
  ['of the next run', '2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z', false],
  ['unknown', '2026-11-20T09:00:00.000Z', null, true],
  ['unknown before', null, '2026-11-20T09:00:00.000Z', true],
])('a timer stays where the start of the run is %s', (_, run, startedAt, isKept) => {
  const times = { createdAt: '2026-11-01T00:00:00.000Z', startedAt, isStartRounded: true };
  const before = newTimer(timerOf({ held: at(60), run }));
  const listed = makeVm({ id: 'v', status: 'running', ...times });
  const { timer: after } = stepTimer(before, { ...FACTS, listed });
  expect(after.timer).toEqual(isKept ? before.timer : undefined);
});
