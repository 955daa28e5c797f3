import { describe, expect, it } from 'vitest';
import { intervalOf } from './judge.ts';
import { createPaceJudge } from './pace.ts';
import { retryAtOf } from './wire.ts';

const SECOND = 1000;

describe('polls', () => {
  function paceAt(interval: number) {
    const pace = createPaceJudge();
    pace.setInterval(0, interval);
    pace.poll(0);
    return pace;
  }

  it('may be a tenth earlier than the interval', () => {
    const pace = paceAt(30 * SECOND);
    pace.poll(27 * SECOND);
    expect(pace.result()).toMatchObject({ made: 2, allowed: 2, early: [] });
  });

  it('are early before that', () => {
    const pace = paceAt(30 * SECOND);
    pace.poll(26 * SECOND);
    expect(pace.result()).toMatchObject({ made: 2, allowed: 1 });
    expect(pace.result().early).toHaveLength(1);
  });

  it('may follow the shortest interval since the last poll, or an occasion, once', () => {
    const pace = paceAt(30 * SECOND);
    pace.setInterval(1 * SECOND, 5 * SECOND);
    pace.setInterval(2 * SECOND, 30 * SECOND);
    pace.poll(6 * SECOND);
    pace.allowPoll();
    pace.poll(7 * SECOND);
    expect(pace.result().early).toEqual([]);
    pace.poll(8 * SECOND);
    expect(pace.result().early).toHaveLength(1);
  });

  it('follow the state of the computer', () => {
    const rest = { isAsleep: false, isOnline: true, isLocked: false, isPanelOpen: false };
    expect(intervalOf(rest, false, false)).toBe(30 * SECOND);
    expect(intervalOf({ ...rest, isPanelOpen: true }, false, false)).toBe(10 * SECOND);
    expect(intervalOf(rest, false, true)).toBe(5 * SECOND);
    expect(intervalOf({ ...rest, isLocked: true }, false, true)).toBe(120 * SECOND);
    expect(intervalOf({ ...rest, isOnline: false }, true, true)).toBe(120 * SECOND);
    expect(intervalOf({ ...rest, isLocked: true }, true, false)).toBe(5 * SECOND);
    expect(intervalOf({ ...rest, isAsleep: true }, true, true)).toBe(Number.POSITIVE_INFINITY);
  });

  it('wait for Retry-After', () => {
    const pace = paceAt(30 * SECOND);
    pace.setRetryAt(0, 60 * SECOND);
    pace.setRetryAt(0, 10 * SECOND);
    pace.request(0, '/vms');
    pace.request(59 * SECOND, '/vms');
    pace.request(60 * SECOND, '/vms');
    expect(pace.result().tooSoon).toHaveLength(1);
  });

  it.each([
    ['60', 60],
    ['99999999999', 3_600],
    [new Date(90 * SECOND).toUTCString(), 90],
    ['soon', null],
    ['-5', null],
    ['', null],
  ])('read Retry-After: %s', (value, seconds) => {
    const headers = new Headers({ 'retry-after': value });
    expect(retryAtOf(headers, 0)).toBe(seconds === null ? null : seconds * SECOND);
  });
});
