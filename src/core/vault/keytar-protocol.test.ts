import { EventEmitter } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { parentChannel } from './keytar-protocol.ts';

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
