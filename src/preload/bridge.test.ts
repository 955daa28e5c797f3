import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { contract } from '../shared/ipc/contract.ts';
import { initialState } from '../shared/state/index.ts';
import { environment } from '../shared/testing/environment.ts';
import { createBridge, type Wire } from './bridge.ts';

/** Records what Electron would send. */
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

test('offers one function per request, which sends its input over its own channel', async () => {
  const { wire, sent } = recordedWire();
  const { requests } = createBridge(wire, ['refresh', 'copyFromVm']);
  expect(Object.keys(requests)).toEqual(['refresh', 'copyFromVm']);
  const input = { accountId: 'a', vmId: 'v', what: 'ssh' };
  await requests['copyFromVm']?.(input);
  expect(sent).toEqual([['request:copyFromVm', input]]);
});

test('no request is named like the function beside them', () => {
  expect(Object.keys(contract)).not.toContain('watch');
});

test('watch passes pushes on without the event until it is ended', () => {
  const { wire, sent, main } = recordedWire();
  const received: unknown[][] = [];
  const end = createBridge(wire, []).watch({
    start: (...values) => received.push(['start', ...values]),
    patch: (...values) => received.push(['patch', ...values]),
    go: (...values) => received.push(['go', ...values]),
  });
  expect(sent).toEqual([['watch']]);
  const event = { sender: wire };
  const state = initialState(environment, 0);
  main.emit('push:start', event, { app: state, screen: null });
  main.emit('push:patch', event, { value: 'hi' });
  main.emit('push:go', event, { kind: 'settings' });
  expect(received).toEqual([
    ['start', { app: state, screen: null }],
    ['patch', { value: 'hi' }],
    ['go', { kind: 'settings' }],
  ]);
  end();
  main.emit('push:go', event, { kind: 'vms' });
  expect(received).toHaveLength(3);
  expect(main.eventNames()).toEqual([]);
});
