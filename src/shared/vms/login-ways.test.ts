import { expect, test } from 'vitest';
import { inStatus, makeVm } from '../domain/testing/records.ts';
import type { Vm } from '../domain/vm.ts';
import { notRunning } from './login-ways.ts';

test.each<[Partial<Vm>, string | undefined]>([
  [inStatus('running'), undefined],
  [inStatus('stopped'), 'train is not running: stopped. Start it to log in.'],
  [inStatus('starting'), 'train is not running: starting. Try again once it runs.'],
  [
    { ...inStatus('stopped'), operations: ['start'] },
    'train is not running: stopped. Start it to log in.',
  ],
  [
    { ...inStatus('interrupted'), operations: [], note: 'outbid; it waits' },
    'train is not running: outbid; it waits. Check it in the console.',
  ],
])('the login to a VM with %j: %s', (change, text) => {
  expect(
    notRunning(makeVm({ id: 'a', label: 'train', status: 'running', ...change }))?.join(' '),
  ).toBe(text);
});
