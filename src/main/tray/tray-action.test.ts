import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RefusalError } from '../../core/app/index.ts';
import { silentLog } from '../../core/log.ts';
import type { Destination } from '../../shared/ipc/bridge.ts';
import { recordedHandlers } from '../testing/recorded-handlers.ts';
import { type TrayAction, trayActions } from './tray-action.ts';

const target = { accountId: 'a', vmId: 'v' };

test.each<[TrayAction, unknown]>([
  [
    { kind: 'copyFromVm', input: { ...target, what: 'ssh' } },
    ['copyFromVm', { ...target, what: 'ssh' }],
  ],
  [{ kind: 'openPanel', screen: null }, ['panel', null]],
  [{ kind: 'openPanel', screen: { kind: 'vm', ...target } }, ['panel', { kind: 'vm', ...target }]],
  [{ kind: 'quit' }, ['quit']],
])('%j', async (action, call) => {
  const { handlers: requests, calls } = recordedHandlers();
  const perform = trayActions({
    application: { requests },
    openPanel: (destination: Destination | null) => void calls.push(['panel', destination]),
    quit: () => void calls.push(['quit']),
    notify: (notification) => void calls.push(['notified', notification]),
    log: silentLog,
  });
  perform(action);
  await setImmediate();
  expect(calls).toEqual([call]);
});

test.each([
  [
    new RefusalError({ kind: 'noConsole', message: 'No console.', action: 'Add it.' }),
    [{ title: 'No console.', body: 'Add it.', destination: { kind: 'vms' } }],
  ],
  [
    new TypeError('x'),
    [
      'tray.internal_error',
      {
        title: 'Internal error.',
        body: 'Try again. If it happens again, restart GPU Tray.',
        destination: { kind: 'vms' },
      },
    ],
  ],
])('%s is notified, and logged if it is an internal error', async (error, expected) => {
  const { handlers } = recordedHandlers();
  const shown: unknown[] = [];
  const perform = trayActions({
    application: {
      requests: { ...handlers, openConsole: () => Promise.reject(error) },
    },
    openPanel: () => {},
    quit: () => {},
    notify: (notification) => void shown.push(notification),
    log: { ...silentLog, error: (event) => void shown.push(event) },
  });
  perform({ kind: 'openConsole', input: { accountId: 'a' } });
  await expect.poll(() => shown).toEqual(expected);
});
