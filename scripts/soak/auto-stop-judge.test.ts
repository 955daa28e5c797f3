import { expect, test } from 'vitest';
import { createAutoStopJudge, type Moment } from './auto-stop-judge.ts';

const MINUTE = 60_000;
const LIMIT = { kind: 'duration', ms: 30 * MINUTE } as const;

/** A moment with true clocks, some minutes after an auto-stop of 30 minutes was set. */
const after = (minutes: number, change: Partial<Moment> = {}): Moment => ({
  at: minutes * MINUTE,
  wall: minutes * MINUTE,
  isRunning: true,
  run: 1,
  runAt: 0,
  idleSince: null,
  isFair: true,
  isListed: true,
  ...change,
});

const soonAt = (minutes: number) =>
  ({
    name: 'box',
    outcome: { kind: 'soon', at: minutes * MINUTE, hasClockJumped: false },
  }) as const;

type Judge = ReturnType<typeof createAutoStopJudge>;

function findingsOf(act: (judge: Judge) => void): readonly string[] {
  const judge = createAutoStopJudge(() => 20 * MINUTE);
  judge.set('box', LIMIT, after(0));
  act(judge);
  return judge.findings.map((finding) => finding.slice(15));
}

const checkUntil = (judge: Judge, minutes: number, change: Partial<Moment> = {}) => {
  for (let at = 1; at <= minutes; at += 1) judge.check('box', after(at, change), MINUTE);
};

test.each<[string, (judge: Judge) => void, readonly string[]]>([
  [
    'announced and stopped at its end',
    (judge) => {
      judge.notified(soonAt(30), 20 * MINUTE);
      judge.stopped('box', after(30));
    },
    [],
  ],
  [
    'announced twice',
    (judge) => {
      for (const at of [19, 25]) judge.notified(soonAt(30), at * MINUTE);
      judge.notified(soonAt(40), 26 * MINUTE);
    },
    ['notified twice: box soon 01-01 00:30:00'],
  ],
  [
    'announced again after a kill in that moment, and once more',
    (judge) => {
      judge.notified(soonAt(30), 20 * MINUTE);
      for (const at of [21, 22]) judge.notified(soonAt(30), at * MINUTE);
    },
    ['notified twice: box soon 01-01 00:30:00'],
  ],
  [
    'stopped early',
    (judge) => judge.stopped('box', after(20)),
    ['box was stopped before its end: {"kind":"duration","ms":1800000}'],
  ],
  [
    'stopped twice',
    (judge) => {
      judge.stopped('box', after(30));
      judge.stopped('box', after(31));
    },
    ['box was stopped twice'],
  ],
  [
    'stopped in the next run',
    (judge) => judge.stopped('box', after(40, { run: 2, runAt: 35 * MINUTE })),
    ['box was stopped in a run that began after the end'],
  ],
  [
    'never stopped',
    (judge) => checkUntil(judge, 50),
    ['box runs on after its end: {"kind":"duration","ms":1800000}'],
  ],
  [
    'gone from the settings',
    (judge) => checkUntil(judge, 5, { isListed: false }),
    ['the auto-stop of box ended in silence'],
  ],
  [
    'stopped without a notification',
    (judge) => {
      judge.stopped('box', after(30));
      checkUntil(judge, 60, { isRunning: false });
    },
    ['box was stopped without a notification'],
  ],
])('an auto-stop that is %s', (_, act, findings) => {
  expect(findingsOf(act)).toEqual(findings);
});
