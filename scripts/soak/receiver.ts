import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/** `full`: 429. `broken`: 503. `down`: it takes no request. */
export type ReceiverState = 'up' | 'full' | 'broken' | 'down';

const messageSchema = z.object({
  alerts: z.array(z.object({ id: z.string(), title: z.string(), at: z.string() })),
});

export type ReceivedMessage = z.infer<typeof messageSchema>['alerts'][number];

/** A receiver of messages on this computer. @param onTaken called with what it took, before it answers */
export async function startReceiver(onTaken: (messages: readonly ReceivedMessage[]) => unknown) {
  let state: ReceiverState = 'up';
  const server = createServer(async (request, response) => {
    if (state === 'down') {
      request.socket.destroy();
      return;
    }
    const body = await text(request).catch(() => null);
    // No sender, or one that was killed.
    if (body === null) return;
    response.setHeader('connection', 'close');
    if (state === 'full') response.writeHead(429, { 'retry-after': '45' });
    else if (state === 'broken') response.writeHead(503);
    else await onTaken(messageSchema.parse(JSON.parse(body)).alerts);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    state: () => state,
    become(next: ReceiverState): void {
      state = next;
    },
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}
