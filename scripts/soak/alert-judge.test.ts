import { describe, expect, test } from 'vitest';
import { createAlertJudge } from './notifications.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('alerts', () => {
  function readings(judge: ReturnType<typeof createAlertJudge>, rate: number, from: number) {
    for (let count = 0; count < 40; count += 1) judge.received(from + count * 30 * SECOND, rate);
  }

  test('notified once while the rate is above the limit are right', () => {
    const judge = createAlertJudge(5);
    judge.received(0, 6);
    judge.notified(0);
    readings(judge, 6, 0);
    readings(judge, 1, HOUR);
    readings(judge, 4.9, 2 * HOUR);
    judge.received(3 * HOUR, 6);
    judge.notified(3 * HOUR);
    expect(judge.result()).toEqual({ missed: [], extra: [] });
  });

  test('not notified are missed', () => {
    const judge = createAlertJudge(5);
    readings(judge, 6, 0);
    expect(judge.result().missed).toHaveLength(1);
  });

  test('notified twice or below the limit are wrong', () => {
    const judge = createAlertJudge(5);
    judge.received(0, 6);
    judge.notified(0);
    judge.notified(MINUTE);
    judge.received(2 * MINUTE, 5);
    judge.notified(2 * MINUTE);
    expect(judge.result().extra).toHaveLength(2);
  });

  test('notified again are right where the rounded rate may have been low between', () => {
    const judge = createAlertJudge(4);
    judge.received(0, 4.5);
    judge.notified(0);
    judge.received(MINUTE, 3.811);
    judge.received(2 * MINUTE, 4.5);
    judge.notified(2 * MINUTE);
    expect(judge.result().extra).toEqual([]);
  });

  test.each([
    [3, 0],
    [4.2, 1],
  ])('whose end is shown after the rate rose again, from %s, are wrong %s times', (low, times) => {
    const judge = createAlertJudge(4);
    judge.received(0, 4.5);
    judge.notified(0);
    judge.received(MINUTE, low);
    for (const seconds of [65, 70, 80]) judge.received(seconds * SECOND, 4.5);
    judge.notifiedEnd(MINUTE);
    expect(judge.result().extra).toHaveLength(times);
  });

  test('that the rounded rate may not have ended are not missed', () => {
    const judge = createAlertJudge(4);
    judge.received(0, 4.5);
    judge.notified(0);
    readings(judge, 3.799, MINUTE);
    readings(judge, 4.5, HOUR);
    expect(judge.result().missed).toEqual([]);
  });

  test('an end notified once below the limit is right; above it or twice, wrong', () => {
    const judge = createAlertJudge(5);
    judge.received(0, 6);
    judge.notified(0);
    judge.received(MINUTE, 1);
    judge.notifiedEnd(MINUTE);
    expect(judge.result().extra).toEqual([]);
    judge.notifiedEnd(2 * MINUTE);
    judge.received(3 * MINUTE, 6);
    judge.notifiedEnd(3 * MINUTE);
    expect(judge.result().extra).toHaveLength(2);
  });

  test('an end without its start may be of an alert that began and ended in the same seconds', () => {
    const judge = createAlertJudge(5);
    judge.received(0, 6);
    judge.received(MINUTE, 1);
    for (const at of [MINUTE, 2 * MINUTE]) judge.notifiedEnd(at);
    expect(judge.result().extra).toHaveLength(1);
  });
});
