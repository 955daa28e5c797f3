import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { followPower } from './power.ts';

test('passes each power event on once', () => {
  const power = new EventEmitter();
  const calls: string[] = [];
  const record = (name: string) => () => void calls.push(name);
  followPower(power, {
    suspended: record('suspended'),
    resumed: record('resumed'),
    screenLocked: record('locked'),
    screenUnlocked: record('unlocked'),
  });
  for (const event of ['lock-screen', 'suspend', 'resume', 'unlock-screen']) power.emit(event);
  expect(calls).toEqual(['locked', 'suspended', 'resumed', 'unlocked']);
});
