import { expect, test } from 'vitest';
import { makeVm } from '../../../shared/domain/testing/records.ts';
import { initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { silentLog } from '../../log.ts';
import { DEFAULT_SETTINGS } from '../../settings/index.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { createStateStore } from '../kernel/state-store.ts';
import { startOperations } from './operations.ts';

test('a stop is noted on disk before it is sent, so that a process killed meanwhile still follows it', async () => {
  const written = Promise.withResolvers<typeof DEFAULT_SETTINGS>();
  const sent: string[] = [];
  const stop = async (id: string) => void sent.push(id);
  const client = {
    getVm: async () => makeVm({ id: 'v', status: sent.length === 0 ? 'running' : 'stopped' }),
    listVms: async () => ({ items: [], skipped: 0, isComplete: true }),
    operations: { stop },
  };
  const operations = startOperations({
    store: createStateStore(initialState(environment, 0)),
    loaded: DEFAULT_SETTINGS,
    settings: { update: () => written.promise },
    clients: () => new Map([['a', client]]),
    monitor: { refresh: async () => null },
    ...{ deliver: async () => {}, clock: createVirtualClock(), log: silentLog },
  });
  const operated = operations.operate({ accountId: 'a', vmId: 'v', operation: 'stop' });
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  expect(sent).toEqual([]);
  written.resolve(DEFAULT_SETTINGS);
  expect((await operated).kind).toBe('sent');
  expect(sent).toEqual(['v']);
  operations.stop();
});
