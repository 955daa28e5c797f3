import { EventEmitter } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { parentLine } from './parent-line.ts';

afterEach(() => {
  Reflect.deleteProperty(process, 'parentPort');
});

test("in Electron's utility process it speaks over parentPort", () => {
  const sent: unknown[] = [];
  const port = Object.assign(new EventEmitter(), {
    postMessage: (message: unknown) => sent.push(message),
  });
  Reflect.set(process, 'parentPort', port);
  const line = parentLine(process);
  const received: unknown[] = [];
  line?.onMessage((message) => received.push(message));
  port.emit('message', { data: { id: 1 }, ports: [] });
  line?.send({ ready: true });
  expect(received).toEqual([{ id: 1 }]);
  expect(sent).toEqual([{ ready: true }]);
});
