import { EventEmitter } from 'node:events';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { contextBridge, ipcRenderer } from '../main/testing/electron.ts';
import { type Bridge, NO_ANSWER } from '../shared/ipc/bridge.ts';
import { contract } from '../shared/ipc/contract.ts';
import { initialState } from '../shared/state/index.ts';
import { environment } from '../shared/testing/environment.ts';

const main = new EventEmitter();
/** As Electron would send it. */
let sent: unknown[] = [];
let bridge: Pick<Bridge, 'refresh' | 'watch'>;
let isLost = false;

beforeAll(async () => {
  const send = (...values: readonly unknown[]) => void sent.push(values);
  const invoke = async (...values: readonly unknown[]) => {
    if (isLost) throw new Error('lost');
    send(...values);
  };
  Object.assign(ipcRenderer, {
    ...{ invoke, send, on: main.on.bind(main) },
  });
  Object.assign(contextBridge, {
    exposeInMainWorld(_: string, exposed: typeof bridge) {
      bridge = exposed;
    },
  });
  vi.stubGlobal('REQUEST_NAMES', ['refresh', 'copyFromVm']);
  await import('./index.ts');
  vi.unstubAllGlobals();
});
beforeEach(() => {
  sent = [];
  isLost = false;
});

test('offers one function per request, which sends its input over its own channel', async () => {
  expect(Object.keys(bridge)).toEqual(['refresh', 'copyFromVm', 'watch']);
  await bridge.refresh({ accountId: null });
  expect(sent).toEqual([['request:refresh', { accountId: null }]]);
});

test('a request that fails in transit is refused', async () => {
  isLost = true;
  expect(await bridge.refresh({ accountId: null })).toEqual(NO_ANSWER);
});

test('no request is named like the function beside them', () => {
  expect(Object.keys(contract)).not.toContain('watch');
});

test('watch passes pushes on without the event', () => {
  const received: unknown[][] = [];
  bridge.watch({
    start: (...values) => received.push(['start', ...values]),
    patch: (...values) => received.push(['patch', ...values]),
    go: (...values) => received.push(['go', ...values]),
  });
  expect(sent).toEqual([['watch']]);
  const start = { app: initialState(environment, 0), screen: null };
  const patch = { slices: { notice: 'hi' }, snapshots: {} };
  for (const [name, content] of Object.entries({ start, patch, go: { kind: 'settings' } }))
    main.emit('push', { sender: ipcRenderer }, name, content);
  expect(received).toEqual([
    ['start', start],
    ['patch', patch],
    ['go', { kind: 'settings' }],
  ]);
});
