import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { MINUTE_MS } from '../../src/shared/format/index.ts';
import { stamp } from './report.ts';

/** Between two looks at the programs, ms. */
export const TICK_MS = 10_000;

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
  /** How often the receiver took each, and when last, by id; and ids by title and time. */
  const taken = new Map<string, { readonly count: number; readonly at: number }>();
  const idOf = new Map<string, string>();
  /** When a program was killed last, and then by the computer's clock. */
  let killed = { at: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY };
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
    /** What a program took to be sent or saved just before, is sent again. */
    killed(at: number, wall: number): void {
      killed = { at, wall };
    },
    taken(messages: readonly ReceivedMessage[], at: number): void {
      for (const { id, title, at: since } of messages) {
        const before = taken.get(id);
        const count = (before?.count ?? 0) + 1;
        taken.set(id, { count, at });
        if (before && before.at !== killed.at) wrong(at, `sent ${count} times: ${title}`);
        const key = `${title} ${since}`;
        const isRepeat = Math.abs(killed.wall - Date.parse(since)) <= TICK_MS;
        if ((idOf.get(key) ?? id) !== id && !isRepeat) wrong(at, `sent as two messages: ${title}`);
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
      repeated: [...taken.values()].filter(({ count }) => count > 1).length,
    }),
  };
}

/** A receiver of messages on this computer. @param onTaken called with what it took, before it answers */
export async function startReceiver(onTaken: (messages: readonly ReceivedMessage[]) => unknown) {
  let state: ReceiverState = 'up';
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => null);
    // Null: its sender was killed.
    if (body === null || state === 'down') return void request.socket.destroy();
    const headers = { connection: 'close', ...(state === 'full' && { 'retry-after': '45' }) };
    if (state === 'up') await onTaken(messageSchema.parse(JSON.parse(body)).alerts);
    response.writeHead(STATUSES[state], headers).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
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
