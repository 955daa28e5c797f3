import { getEventListeners } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../clock.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { answersSsh, identifiesAsSsh } from './answers-ssh.ts';

const HOST = '127.20.0.40';
let server: Server | undefined;
const sockets = new Set<Socket>();

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server?.close();
});

async function listen(greet: (socket: Socket) => void): Promise<number> {
  const listening = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    greet(socket);
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, HOST, resolve));
  const address: AddressInfo | string | null = listening.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

const never = new AbortController().signal;

describe('answersSsh', () => {
  test('accepts an identification after other lines, in chunks', async () => {
    const port = await listen((socket) => {
      socket.write('Welcome\r\nSS');
      setImmediate(() => socket.write('H-2.0-x\r\n'));
    });
    expect(await answersSsh(HOST, port, { clock: systemClock, signal: never })).toBe(true);
  });

  test.each([
    ['a web server', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['a server that hangs up', (socket: Socket) => socket.destroy()],
    ['an endless greeting', (socket: Socket) => socket.write('x'.repeat(100_000))],
  ])('rejects %s', async (_, greet) => {
    const port = await listen(greet);
    expect(await answersSsh(HOST, port, { clock: systemClock, signal: never })).toBe(false);
  });

  test('rejects a silent port after 5 s', async () => {
    const clock = createVirtualClock();
    const port = await listen(() => {});
    const answer = answersSsh(HOST, port, { clock, signal: never });
    await clock.advance(5_000);
    expect(await answer).toBe(false);
    expect(clock.pending()).toEqual([]);
  });

  test('keeps no listener of the signal, which lives as long as the VM is probed', async () => {
    const { signal } = new AbortController();
    const port = await listen((socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n'));
    await answersSsh(HOST, port, { clock: systemClock, signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('an abort leaves no timer behind', async () => {
    const clock = createVirtualClock();
    const port = await listen(() => {});
    const controller = new AbortController();
    const answer = answersSsh(HOST, port, { clock, signal: controller.signal });
    controller.abort(new Error('gone'));
    await expect(answer).rejects.toThrow('gone');
    expect(clock.pending()).toEqual([]);
  });
});

test.each([
  ['SSH-2.0-OpenSSH_9.2p1\r\n', true],
  ['SSH-1.99-x', true],
  ['hello\nSSH-2.0-x', true],
  ['SSH-1.5-old', false],
  ['xSSH-2.0-', false],
  ['', false],
])('%j identifies an SSH server: %s', (text, isSsh) => {
  expect(identifiesAsSsh(text)).toBe(isSsh);
});
