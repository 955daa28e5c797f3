import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { followPower } from './follow-power.ts';

test('sleep and lock reach the application in pairs, each once', () => {
  const power = new EventEmitter();
  const heard: string[] = [];
  const hear = (name: string) => () => void heard.push(name);
  followPower(power, {
    suspended: hear('suspended'),
    resumed: hear('resumed'),
    screenLocked: hear('locked'),
    screenUnlocked: hear('unlocked'),
  });
  for (const event of ['lock-screen', 'suspend', 'resume', 'unlock-screen', 'suspend', 'resume'])
    power.emit(event, {});
  expect(heard).toEqual(['locked', 'suspended', 'resumed', 'unlocked', 'suspended', 'resumed']);
  expect(power.eventNames().toSorted()).toEqual([
    'lock-screen',
    'resume',
    'suspend',
    'unlock-screen',
  ]);
});
