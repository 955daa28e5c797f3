import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { MINUTE_MS } from '../../src/shared/format/index.ts';
import { stamp } from './report.ts';

/** Statuses of the answers of a receiver that is up, too busy or broken. */
const STATUSES = { up: 200, full: 429, broken: 503 };

/** `down`: it takes no request. */
export type ReceiverState = keyof typeof STATUSES | 'down';

const messageSchema = z.object({
  alerts: z.array(z.object({ id: z.string(), title: z.string(), at: z.string() })),
});

export type ReceivedMessage = z.infer<typeof messageSchema>['alerts'][number];

/** A notification. After midnight, its message has other words: its times get a date. */
export interface Notified {
  readonly title: string;
  /** Of its VM, in both titles. */
  readonly name: string;
  /** By the computer's clock. */
  readonly at: number;
}

/** Judges messages by what was notified and what a receiver took, without any code of the app. */
export function createMessageJudge() {
  const findings: string[] = [];
  /** How often the receiver took each, by id; and ids by title and time. */
  const taken = new Map<string, number>();
  const idOf = new Map<string, string>();
  /** Messages that were taken by a sender that was killed before it could know. */
  const excused = new Set<string>();
  let expected: readonly (Notified & { readonly since: number })[] = [];
  const wrong = (at: number, finding: string) => void findings.push(`${stamp(at)} ${finding}`);
  return {
    findings,
    /** With another clock an end may be announced again. */
    jumped: () => idOf.clear(),
    /** A program notified of it, and must send it. */
    notified(notified: Notified, since: number): void {
      expected = [...expected, { ...notified, since }];
    },
    /** @param isKilled its sender is killed before it has an answer */
    taken(messages: readonly ReceivedMessage[], at: number, isKilled: boolean): void {
      for (const { id, title, at: since } of messages) {
        const count = (taken.get(id) ?? 0) + 1;
        taken.set(id, count);
        if (count > 1 && !excused.has(id)) wrong(at, `sent ${count} times: ${title}`);
        if (isKilled) excused.add(id);
        else excused.delete(id);
        const key = `${title} ${since}`;
        if ((idOf.get(key) ?? id) !== id) wrong(at, `sent as two messages: ${title}`);
        idOf.set(key, id);
        const index = expected.findIndex(
          ({ name, at: toldAt }) =>
            title.includes(name) && new Date(toldAt).toISOString() === since,
        );
        if (index >= 0) expected = expected.toSpliced(index, 1);
      }
    },
    /** No message waits. */
    rested(at: number): void {
      const isLost = ({ since }: { readonly since: number }) => at - since > MINUTE_MS;
      for (const { title } of expected.filter(isLost)) wrong(at, `lost: ${title}`);
      expected = expected.filter((each) => !isLost(each));
    },
    wrong,
    counts: () => ({
      taken: taken.size,
      repeated: [...taken.values()].filter((count) => count > 1).length,
    }),
  };
}

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
    const headers = { connection: 'close', ...(state === 'full' && { 'retry-after': '45' }) };
    if (state === 'up') await onTaken(messageSchema.parse(JSON.parse(body)).alerts);
    response.writeHead(STATUSES[state], headers).end();
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
