import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { initialState } from '../shared/app/index.ts';
import { contract } from '../shared/ipc/contract.ts';
import { REQUEST_CHANNELS } from '../shared/ipc/index.ts';
import { createBridge, type Wire } from './bridge.ts';

/** What Electron would do with the wire, written down. */
function recordedWire() {
  const sent: unknown[] = [];
  const main = new EventEmitter();
  const wire: Wire = {
    async invoke(channel, ...values) {
      sent.push([channel, ...values]);
      return { ok: true, value: undefined };
    },
    send: (channel, ...values) => void sent.push([channel, ...values]),
    on: (channel, listener) => main.on(channel, listener),
    off: (channel, listener) => main.off(channel, listener),
  };
  return { wire, sent, main };
}

test('a function for each request of the contract, and watch; nothing else', () => {
  const bridge = createBridge(recordedWire().wire);
  expect(Object.keys(bridge).toSorted()).toEqual([...Object.keys(contract), 'watch'].toSorted());
  expect(Object.values(bridge).every((value) => typeof value === 'function')).toBe(true);
});

test('each request goes over its own channel, with its input and nothing beside it', async () => {
  const { wire, sent } = recordedWire();
  const bridge = createBridge(wire);
  await bridge.copyFromVm({ accountId: 'a', vmId: 'v', what: 'ssh' });
  expect(sent.splice(0)).toEqual([
    ['request:copyFromVm', { accountId: 'a', vmId: 'v', what: 'ssh' }],
  ]);
  const { watch: _, ...requests } = bridge;
  for (const ask of Object.values(requests)) await Reflect.apply(ask, null, [{}]);
  expect(sent).toEqual(Object.keys(requests).map((name) => [`request:${name}`, {}]));
  expect(new Set(Object.values(REQUEST_CHANNELS)).size).toBe(Object.keys(contract).length);
});

test('watching hands on what is pushed, without the event, until it is ended', () => {
  const { wire, sent, main } = recordedWire();
  const heard: unknown[][] = [];
  const end = createBridge(wire).watch({
    start: (...values) => heard.push(['start', ...values]),
    patch: (...values) => heard.push(['patch', ...values]),
    go: (...values) => heard.push(['go', ...values]),
  });
  expect(sent).toEqual([['watch']]);
  const event = { sender: wire };
  const state = initialState({ platform: 'linux', version: '1', hasTray: true, isOnline: true }, 0);
  main.emit('push:start', event, { app: state, view: null });
  main.emit('push:patch', event, { slices: { notice: 'hi' }, snapshots: {} });
  main.emit('push:go', event, { kind: 'settings' });
  expect(heard).toEqual([
    ['start', { app: state, view: null }],
    ['patch', { slices: { notice: 'hi' }, snapshots: {} }],
    ['go', { kind: 'settings' }],
  ]);
  end();
  main.emit('push:go', event, { kind: 'vms' });
  expect(heard).toHaveLength(3);
  expect(main.eventNames()).toEqual([]);
});
