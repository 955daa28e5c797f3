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
      'can send instances of Date as Dates',
      "ipcRenderer.send('test', new Date(5)); return args()",
      [new Date(5)],
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
    [
      'off removes one of them',
      "let count = 0; const add = () => { count += 1; }; ipcRenderer.on('news', add).on('news', add).off('news', add); arrive('news'); return count",
      1,
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
