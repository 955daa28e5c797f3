import { expect, test } from 'vitest';
import type { Destination } from '../../shared/ipc/index.ts';
import { recordedHandlers } from '../testing/recorded-handlers.ts';
import { performTrayAction, type TrayAction } from './tray-action.ts';

const target = { accountId: 'a', vmId: 'v' };

test.each<[TrayAction, unknown]>([
  [{ kind: 'copy', ...target, what: 'ssh' }, ['copyFromVm', { ...target, what: 'ssh' }]],
  [{ kind: 'openTerminal', ...target }, ['openTerminal', target]],
  [{ kind: 'openEditor', ...target, editor: 'zed' }, ['openEditor', { ...target, editor: 'zed' }]],
  [{ kind: 'openConsole', accountId: 'a' }, ['openConsole', { accountId: 'a' }]],
  [{ kind: 'snooze', alertId: 'x', minutes: 60 }, ['snoozeAlert', { alertId: 'x', minutes: 60 }]],
  [{ kind: 'refresh' }, ['refresh', { accountId: null }]],
  [{ kind: 'showVm', ...target }, ['panel', { kind: 'vm', ...target }]],
  [{ kind: 'openPanel' }, ['panel', null]],
  [{ kind: 'showVms' }, ['panel', { kind: 'vms' }]],
  [{ kind: 'showAlerts' }, ['panel', { kind: 'alerts' }]],
  [{ kind: 'showSettings' }, ['panel', { kind: 'settings' }]],
  [{ kind: 'quit' }, ['quit']],
])('%j', async (action, call) => {
  const { handlers: requests, calls } = recordedHandlers();
  await performTrayAction(action, {
    requests,
    openPanel: (destination: Destination | null) => void calls.push(['panel', destination]),
    quit: () => void calls.push(['quit']),
  });
  expect(calls).toEqual([call]);
});
