import { compileFunction } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { decodeClone, encodeClone } from '../wire/clone.ts';
import type { HostMessage, PageMessage } from '../wire/messages.ts';

interface Connection {
  send(message: PageMessage): void;
  onMessage(listener: (message: HostMessage) => void): void;
}

/** Compiled for pages, so not imported by its path. */
const PAGE = new URL('../page/ipc-renderer.ts', import.meta.url).href;
const { createIpcRenderer }: { createIpcRenderer(connection: Connection): object } = await import(
  PAGE
);

/** An `ipcRenderer` without a page, and the host at its other end. */
function tools() {
  const sent: PageMessage[] = [];
  let receive: (message: HostMessage) => void = () => {};
  const connection: Connection = {
    send: (message) => void sent.push(message),
    onMessage(listener) {
      receive = listener;
    },
  };
  return {
    ipcRenderer: createIpcRenderer(connection),
    sent,
    /** The arguments of the last message to main. */
    args: () => {
      const last = sent.at(-1);
      return last !== undefined && 'args' in last ? decodeClone(last.args) : null;
    },
    arrive: (channel: string, ...args: unknown[]) =>
      receive({ type: 'message', channel, args: encodeClone(args) }),
    answer: (value: unknown) => receive({ type: 'reply', id: 0, value: encodeClone(value) }),
    fail: (message: string) => receive({ type: 'failure', id: 0, message }),
  };
}

const CLONED = /^An object could not be cloned.$/;

describe('ipcRenderer', () => {
  test.each([
    [
      'send',
      "ipcRenderer.send('test', 1); return sent.map(({ type, channel }) => [type, channel])",
      [['send', 'test']],
    ],
    [
      'should work when sending an object containing id property',
      "ipcRenderer.send('test', { id: 5, name: 'x' }); return args()",
      [{ id: 5, name: 'x' }],
    ],
    [
      'can send instances of Date as Dates',
      "ipcRenderer.send('test', new Date(5)); return args()",
      [new Date(5)],
    ],
    [
      'can send instances of Buffer',
      "ipcRenderer.send('test', new Uint8Array([1, 2])); return args()",
      [new Uint8Array([1, 2])],
    ],
    [
      'throws when sending objects with DOM class prototypes',
      "ipcRenderer.send('test', new WeakMap())",
      CLONED,
    ],
    ['a function', "ipcRenderer.send('test', () => {})", CLONED],
    [
      'can send objects that both reference the same object',
      "const child = { a: 1 }; ipcRenderer.send('test', { one: child, two: child }); const [given] = args(); return given.one === given.two",
      true,
    ],
    [
      'can handle cyclic references',
      "const array = [1]; array.push(array); ipcRenderer.send('test', array); const [given] = args(); return given[1] === given",
      true,
    ],
    [
      'invoke: receives a response',
      "const answered = ipcRenderer.invoke('test'); answer(5); return answered",
      5,
    ],
    [
      'invoke: receives an error',
      "const answered = ipcRenderer.invoke('test'); fail('Error: mine'); return answered",
      /^Error invoking remote method 'test': Error: mine$/,
    ],
    [
      'invoke: what cannot be cloned throws at once',
      "ipcRenderer.invoke('test', () => {})",
      CLONED,
    ],
    [
      'on',
      "let given; ipcRenderer.on('news', (event, ...values) => { given = [event.sender === ipcRenderer, values]; }); arrive('news', 1, 'a'); return given",
      [true, [1, 'a']],
    ],
    ['is not used for internals', 'ipcRenderer.eventNames()', []],
    [
      'on: this',
      "let self; ipcRenderer.on('news', function () { self = this; }); arrive('news'); return self === ipcRenderer",
      true,
    ],
    ['on: returns the emitter', "ipcRenderer.on('news', () => {}) === ipcRenderer", true],
    [
      'on: the same listener twice',
      "let count = 0; const add = () => { count += 1; }; ipcRenderer.on('news', add).on('news', add); arrive('news'); return count",
      2,
    ],
    [
      'off removes one of them',
      "let count = 0; const add = () => { count += 1; }; ipcRenderer.on('news', add).on('news', add).off('news', add); arrive('news'); return count",
      1,
    ],
    [
      'removeListener',
      "const add = () => {}; ipcRenderer.addListener('news', add).removeListener('news', add); return ipcRenderer.listenerCount('news')",
      0,
    ],
    [
      'off of an unknown listener',
      "ipcRenderer.on('news', () => {}).off('news', () => {}); return ipcRenderer.listenerCount('news')",
      1,
    ],
    [
      'once',
      "let count = 0; ipcRenderer.once('news', () => { count += 1; }); arrive('news'); arrive('news'); return count",
      1,
    ],
    [
      'once can be removed',
      "const add = () => {}; ipcRenderer.once('news', add).off('news', add); return ipcRenderer.listenerCount('news')",
      0,
    ],
    [
      'prependListener',
      "const seen = []; ipcRenderer.on('news', () => seen.push(2)); ipcRenderer.prependListener('news', () => seen.push(1)); arrive('news'); return seen",
      [1, 2],
    ],
    [
      'removes only the given channel',
      "ipcRenderer.on('a', () => {}).on('b', () => {}).removeAllListeners('a'); return ipcRenderer.eventNames()",
      ['b'],
    ],
    [
      'removes all channels if no channel is specified',
      "ipcRenderer.on('a', () => {}).on('b', () => {}).removeAllListeners(); return ipcRenderer.eventNames()",
      [],
    ],
    [
      'emit by the preload itself',
      "let given; ipcRenderer.on('news', (value) => { given = value; }); return [ipcRenderer.emit('news', 5), ipcRenderer.emit('other'), given]",
      [true, false, 5],
    ],
    ['a listener that is no function', "ipcRenderer.on('news', 5)", /must be of type Function/],
    [
      'sendSync is missing',
      "ipcRenderer.sendSync('test')",
      /^not implemented: ipcRenderer.sendSync$/,
    ],
  ] as const)('%s: %s', async (_, code, result) => {
    const given = tools();
    const body = /;|\breturn\b/.test(code) ? code : `return (${code});`;
    const run = compileFunction(`return (async () => { ${body} })()`, Object.keys(given));
    const running: Promise<unknown> = run(...Object.values(given));
    if (result instanceof RegExp) await expect(running).rejects.toThrow(result);
    else expect(await running).toEqual(result);
  });
});
