import { expect, test } from 'vitest';
import type { ArmedRecord, VmLimit } from '../../../shared/auto-stop/armed-record.ts';
import type { ArmedStop } from '../../../shared/auto-stop/armed-stop.ts';
import { makeVm } from '../../../shared/domain/testing/records.ts';
import type { ArmedAnswer } from '../../ssh/index.ts';
import {
  type ArmedState,
  afterAnswer,
  afterList,
  newArmed,
  nextCall,
  selfStopOf,
} from './armed-state.ts';

const MINUTE = 60_000;
const NOW = 1_000 * MINUTE;
const at = (minutes: number): VmLimit => ({ kind: 'time', at: NOW + minutes * MINUTE });
const idle = (minutes: number, since = NOW): VmLimit => ({
  kind: 'idle',
  ms: minutes * MINUTE,
  since,
});

const record = (isConfirmed: boolean, ...limits: readonly VmLimit[]): ArmedRecord => ({
  ...{ accountId: 'a', vmId: 'v', name: 'train', run: null },
  ...{ number: 5, limits, isConfirmed },
});
const told = (minutes: number, number = 5, computerId = 'own'): ArmedStop => ({
  ...{ number, computer: 'laptop', computerId, refused: null },
  limit: { kind: 'time', remainingMs: minutes * MINUTE },
});
const armed = (...of: Parameters<typeof told>): ArmedAnswer => ({
  kind: 'armed',
  armed: told(...of),
});
const NONE: ArmedAnswer = { kind: 'none' };
const DOWN: ArmedAnswer = { kind: 'failed', problem: 'timeout' };

const FACTS = { now: NOW, computerId: 'own' };
const other = { other: { computer: 'lab-pc', limit: at(30) } };

test.each<
  [string, Partial<ArmedState>, VmLimit | 'off' | 'asIs', ArmedAnswer | null, string | null]
>([
  ['nothing was told yet', {}, at(60), null, 'arm'],
  ['what is wanted was confirmed', { record: record(true, at(60)) }, at(60), null, 'read'],
  ['and is confirmed again', { record: record(true, at(60)) }, at(60), armed(60), null],
  ['another end was confirmed', { record: record(true, at(60)) }, at(90), null, 'arm'],
  ['idleness is counted again', { record: record(true, idle(60, 0)) }, idle(60), null, 'arm'],
  ['the VM answers that nothing is armed', {}, at(60), NONE, 'arm'],
  ['the VM does not answer', {}, at(60), DOWN, null],
  ['its end has passed', {}, at(-1), null, 'read'],
  ['its end has passed, and nothing is armed', {}, at(-1), NONE, null],
  ['another computer armed it', other, at(60), null, 'read'],
  [
    'another computer armed it, which may be replaced',
    { ...other, mayReplace: true },
    at(60),
    null,
    'arm',
  ],
  ['it is off, and was armed', { record: record(true, at(60)) }, 'off', null, 'read'],
  ['it is off, and the VM is armed', { record: record(true, at(60)) }, 'off', armed(60), 'disarm'],
  ['it is off, and another computer armed it', {}, 'off', armed(60, 5, 'other'), null],
  ['it has ended', { record: record(true, at(-1)) }, 'asIs', armed(0), null],
])('%s', (_, state, wanted, answer, call) => {
  expect(nextCall({ ...newArmed(null), ...state }, wanted, answer, FACTS)).toBe(call);
});

test.each<[string, ArmedRecord | null, ArmedAnswer, ArmedRecord | null]>([
  ['an arming is confirmed', record(false, at(60), at(30)), armed(59.9), record(true, at(60))],
  [
    'an arming did not arrive: the one before is in force',
    record(false, at(60), at(30)),
    armed(30, 4),
    { ...record(true, at(30)), number: 4 },
  ],
  [
    'its end is another one than any that was sent',
    record(false, at(60)),
    armed(10),
    record(true, at(10)),
  ],
  ['nothing is armed', record(true, at(60)), NONE, null],
  ['no answer changes nothing', record(false, at(60), at(30)), DOWN, record(false, at(60), at(30))],
  [
    'a lack leaves what was before',
    record(false, at(60)),
    { kind: 'lacks', what: 'key' },
    record(true, at(1)),
  ],
  [
    'a refusal leaves what was before',
    record(false, at(60)),
    { kind: 'refused', status: 401 },
    record(true, at(1)),
  ],
  [
    'another computer has it',
    record(false, at(60)),
    { kind: 'other', armed: told(9, 1, 'other') },
    null,
  ],
  ['a stop was underway', record(false, at(60)), { kind: 'late' }, null],
])('after an answer: %s', (_, before, answer, after) => {
  const vm = { accountId: 'a', vmId: 'v', name: 'train', run: null };
  const facts = { ...FACTS, monotonic: 0, wanted: at(60), vm };
  const state = { ...newArmed(before) };
  expect(afterAnswer(state, record(true, at(1)), answer, facts).record).toEqual(after);
});

test.each<[string, VmLimit, ArmedStop['limit']]>([
  ['time', at(-3), { kind: 'time', remainingMs: 0 }],
  ['idle', idle(60, NOW - 63 * MINUTE), { kind: 'idle', ms: 60 * MINUTE, idleMs: 60 * MINUTE }],
])('the end of a VM that is stopping itself by %s stays', (_, limit, toldNow) => {
  const vm = { accountId: 'a', vmId: 'v', name: 'train', run: null };
  const facts = { ...FACTS, monotonic: 0, wanted: 'asIs', vm } as const;
  const before = newArmed(record(true, limit));
  const answer = { kind: 'armed', armed: { ...told(0), limit: toldNow } } as const;
  const { record: after, selfAt } = afterAnswer(before, null, answer, facts);
  expect([after, selfAt]).toEqual([before.record, NOW - 3 * MINUTE]);
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
  ['told now, after an update', '2026-11-01T00:00:00.000Z', '2026-11-20T09:00:00.000Z', true],
  ['unknown, after an update', '2026-11-01T00:00:00.000Z', null, true],
])('a script stays confirmed where the start of the run is %s', (_, run, startedAt, isKept) => {
  const times = { createdAt: '2026-11-01T00:00:00.000Z', startedAt, isStartRounded: true };
  const before = newArmed({ ...record(true, at(60)), run });
  const after = afterList(before, makeVm({ id: 'v', status: 'running', ...times }), NOW);
  expect(after.record).toEqual(isKept ? before.record : null);
});
