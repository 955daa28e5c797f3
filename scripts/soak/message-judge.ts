import { MINUTE_MS } from '../../src/shared/format/index.ts';
import type { ReceivedMessage } from './receiver.ts';
import { stamp } from './report.ts';

/** Until a message arrives, with a receiver that takes it and a program that sends: its retries are up to six minutes apart. */
const ARRIVES_MS = 15 * MINUTE_MS;
/** Until it is told that messages could not be sent. */
const TOLD_MS = 12 * MINUTE_MS;

interface Expected {
  readonly title: string;
  readonly since: number;
  /** ms in which nothing hindered it. */
  fairMs: number;
}

export interface Sending {
  readonly at: number;
  /** A program sends, and the receiver takes what it sends. */
  readonly isFair: boolean;
  /** Messages wait since then at a receiver that takes none; null: none does. */
  readonly waitsSince: number | null;
  /** The program says that messages could not be sent. */
  readonly isLate: boolean;
}

/** Judges messages by what a receiver took and what a program told, without any code of the app. */
export function createMessageJudge() {
  const findings: string[] = [];
  /** How often the receiver took each, by id; and ids by title and time. */
  const taken = new Map<string, number>();
  const idOf = new Map<string, string>();
  /** Messages that were taken by a sender that was killed before it could know. */
  const excused = new Set<string>();
  let expected: Expected[] = [];
  let wasDue = false;
  const wrong = (at: number, text: string) => void findings.push(`${stamp(at)} ${text}`);

  return {
    /** With another clock an end may be announced again. */
    jumped: () => idOf.clear(),
    /** A program told it, and must send it. */
    notified(title: string, at: number): void {
      expected.push({ title, since: at, fairMs: 0 });
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
        if ((idOf.get(key) ?? id) !== id) wrong(at, `told twice: ${title}`);
        idOf.set(key, id);
        const index = expected.findIndex((one) => one.title === title);
        if (index >= 0) expected.splice(index, 1);
      }
    },
    /** Call it regularly. @param ms since the last call */
    check({ at, isFair, waitsSince, isLate }: Sending, ms: number): void {
      for (const one of expected) one.fairMs = isFair ? one.fairMs + ms : 0;
      for (const { title, since, fairMs } of expected)
        if (fairMs > ARRIVES_MS) wrong(at, `lost since ${stamp(since)}: ${title}`);
      expected = expected.filter(({ fairMs }) => fairMs <= ARRIVES_MS);
      const isDue = waitsSince !== null && at - waitsSince > TOLD_MS;
      if (isDue && !isLate && !wasDue) wrong(at, 'nobody was told that messages wait');
      wasDue = isDue;
    },
    result: () => ({
      findings,
      taken: taken.size,
      repeated: [...taken.values()].filter((count) => count > 1).length,
    }),
  };
}
