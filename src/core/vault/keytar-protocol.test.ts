import { EventEmitter } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { isKeytarRequest, parentChannel } from './keytar-protocol.ts';

afterEach(() => {
  Reflect.deleteProperty(process, 'parentPort');
});

test("Electron's utility process uses parentPort", () => {
  const sent: unknown[] = [];
  const port = Object.assign(new EventEmitter(), {
    postMessage: (message: unknown) => sent.push(message),
  });
  Reflect.set(process, 'parentPort', port);
  const channel = parentChannel(process);
  const received: unknown[] = [];
  channel?.onMessage((message) => received.push(message));
  port.emit('message', { data: { id: 1 }, ports: [] });
  channel?.send({ ready: true });
  expect(received).toEqual([{ id: 1 }]);
  expect(sent).toEqual([{ ready: true }]);
});

test.each([
  [true, { id: 0, op: 'get', item: 'a' }],
  [true, { id: 1, op: 'delete', item: 'a' }],
  [true, { id: 2, op: 'set', item: 'a', value: 'b' }],
  [false, { id: 2, op: 'set', item: 'a' }],
  [false, { id: 2, op: 'set', item: 'a', value: 3 }],
  [false, { id: '1', op: 'get', item: 'a' }],
  [false, { op: 'get', item: 'a' }],
  [false, { id: 1, op: 'get' }],
  [false, { id: 1, op: 'find', item: 'a' }],
  [false, null],
  [false, 'get'],
])('that a message is a call is %s for %j', (expected, message) => {
  expect(isKeytarRequest(message)).toBe(expected);
});
