import { expect, test } from 'vitest';
import { createMessageJudge } from './message-judge.ts';

const MINUTE = 60_000;
const STATE = { isFair: true, waitsSince: null, isLate: false };
const message = (id: string, at = '2026-01-15T12:00:00.000Z') => ({ id, title: 'box', at });

type Judge = ReturnType<typeof createMessageJudge>;

test.each<[string, (judge: Judge) => void, readonly string[]]>([
  [
    'taken once',
    (judge) => {
      judge.notified('box', 0);
      judge.taken([message('a')], 1, false);
      judge.check({ ...STATE, at: 0 }, 20 * MINUTE);
    },
    [],
  ],
  [
    'taken again after its sender was killed',
    (judge) => {
      judge.taken([message('a')], 0, true);
      judge.taken([message('a')], 1, false);
    },
    [],
  ],
  [
    'taken a third time',
    (judge) => {
      judge.taken([message('a')], 0, true);
      for (const at of [1, 2]) judge.taken([message('a')], at, false);
    },
    ['sent 3 times: box'],
  ],
  [
    'told by both programs',
    (judge) => {
      for (const id of ['a', 'b']) judge.taken([message(id)], 0, false);
    },
    ['told twice: box'],
  ],
  [
    'lost',
    (judge) => {
      judge.notified('box', 0);
      judge.check({ ...STATE, at: 0, isFair: false }, 60 * MINUTE);
      judge.check({ ...STATE, at: 0 }, 16 * MINUTE);
    },
    ['lost since 01-01 00:00:00: box'],
  ],
  [
    'late in silence',
    (judge) => {
      for (const at of [5, 13, 14])
        judge.check({ ...STATE, at: at * MINUTE, isFair: false, waitsSince: 0 }, MINUTE);
    },
    ['nobody was told that messages wait'],
  ],
])('a message that is %s', (_, act, findings) => {
  const judge = createMessageJudge();
  act(judge);
  expect(judge.result().findings.map((finding) => finding.slice(15))).toEqual(findings);
});
