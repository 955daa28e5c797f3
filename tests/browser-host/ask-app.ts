import { once } from 'node:events';
import { WebSocket } from 'ws';
import { decodeClone, encodeClone } from './wire/clone.ts';
import type { HostMessage, PageMessage } from './wire/messages.ts';

/** Opens the window as a browser would, and its socket as its preload would. */
async function openSocket(url: string): Promise<WebSocket> {
  const html = await (await fetch(url)).text();
  const [, document] = /\/preload\/([0-9a-f]+)\.js"/.exec(html) ?? [];
  if (document === undefined) throw new Error('The app has answered without its preload');
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}ipc/${document}`, {
    origin: new URL(url).origin,
  });
  await once(socket, 'open');
  return socket;
}

/**
 * Asks the app something in place of its panel, over the same way and under the same checks.
 *
 * @param url of the host
 * @throws in the words of Electron when the request is refused by a defect; the app's own refusals are answers
 */
export async function askApp(url: string, channel: string, input: unknown): Promise<unknown> {
  const socket = await openSocket(url);
  try {
    const answer = new Promise<unknown>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('The app has gone')));
      socket.on('message', (data) => {
        const message: HostMessage = JSON.parse(String(data));
        if (message.type === 'reply') resolve(decodeClone(message.value));
        if (message.type === 'failure') reject(new Error(message.message));
      });
    });
    const request: PageMessage = { type: 'invoke', id: 0, channel, args: encodeClone([input]) };
    socket.send(JSON.stringify(request));
    return await answer;
  } finally {
    socket.terminate();
  }
}
