import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import { type AlertStates, alertStatesSchema } from '../alerts/index.ts';
import { readTextFile, writeAtomically } from '../files/index.ts';
import { describeInternalError, type Log } from '../log.ts';
import { turnFor } from '../own-turn.ts';
import { tryJson } from '../try-json.ts';
import { type AppEvent, eventSchema } from './event.ts';
import { EMPTY_OUTBOX, MAX_QUEUED, type Outbox } from './outbox.ts';

/** More kinds than are joined in ten seconds, and as many events as a group has. */
const MAX_WAITING = 500;

/** Unreadable entries are left out. */
const listOf = <T>(entry: z.ZodType<T>, max: number) =>
  z
    .array(entry.nullable().catch(null))
    .catch([])
    .transform((all) => all.filter((each) => each !== null).slice(-max));

function notEmpty<T extends { readonly events: readonly AppEvent[] }>({ events, ...group }: T) {
  const [first, ...others] = events;
  return first === undefined ? null : { ...group, events: [first, ...others] as const };
}

const outboxSchema = z.lazy(() => {
  const id = z.string().min(1).max(64);
  const group = z.object({
    id,
    events: listOf(eventSchema, MAX_WAITING),
    more: z.number().int().nonnegative(),
    perHour: z.number().nullable(),
  });
  return z.object({
    waiting: listOf(group.transform(notEmpty), MAX_WAITING),
    queue: listOf(group.extend({ to: id }).transform(notEmpty), MAX_QUEUED),
  });
});

const fileSchema = z.lazy(() =>
  z
    .object({
      version: z.literal([1, 2]),
      /** `episodes` in 0.1.0, version 1. */
      states: alertStatesSchema.optional(),
      episodes: alertStatesSchema.optional(),
      outbox: outboxSchema.catch({ waiting: [], queue: [] }),
      /** Titles that an earlier version held back in quiet hours. */
      held: z.array(z.string().max(500)).max(50).readonly().catch([]),
    })
    .transform(({ episodes = {}, states = episodes, outbox, held }) => ({ states, outbox, held })),
);

/** The queue of an earlier version, whose messages were text. */
const queueSchema = z.lazy(() => {
  const message = z.looseObject({ id: z.string(), to: z.string() }).transform((one) => ({
    id: one.id,
    to: one.to,
    more: 0,
    perHour: null,
    events: [{ ...one, kind: 'text' }],
  }));
  return z.object({
    version: z.literal(1),
    waiting: z.array(message.nullable().catch(null)),
  });
});

export const NOTHING_STORED = { states: {}, outbox: EMPTY_OUTBOX, held: [] };

export type OutboxFile = ReturnType<typeof createOutboxFile>;

/** The alerts, and the events not yet shown or sent, on disk. An unreadable file is ignored, at the cost of one repeated alert. */
export function createOutboxFile(path: string, log: Log) {
  // One after the other: otherwise the older alerts could be written last.
  const oneAtATime = pLimit(1);
  const oldPath = join(dirname(path), 'messages.json');
  let hasOldQueue = false;
  /** As written last; null: the file has what is not written again. */
  let saved: { readonly states: AlertStates; readonly outbox: Outbox } | null = null;

  async function write(states: AlertStates, outbox: Outbox): Promise<void> {
    try {
      await turnFor(Object.keys(states).length);
      await writeAtomically(path, `${JSON.stringify({ version: 2, states, outbox })}\n`);
      if (hasOldQueue) await rm(oldPath, { force: true });
      hasOldQueue = false;
    } catch (error) {
      log.warn('alerts.unsaved', describeInternalError(error));
    }
  }

  /** Moves the queue of an earlier version, which is removed at the next write. */
  async function withOldQueue(stored: Outbox): Promise<Outbox> {
    const text = await readTextFile(oldPath).catch(() => '');
    hasOldQueue = text !== '';
    const { waiting: queued = [] } = queueSchema.safeParse(tryJson(text)).data ?? {};
    const { queue = [] } = outboxSchema.safeParse({ waiting: [], queue: queued }).data ?? {};
    // A process that was killed before the removal has moved them.
    const known = new Set(stored.queue.map(({ id }) => id));
    const moved = queue.filter(({ id }) => !known.has(id));
    return { ...stored, queue: [...moved, ...stored.queue] };
  }

  return {
    async load() {
      const text = await readTextFile(path).catch(() => '');
      const { data = NOTHING_STORED } = fileSchema.safeParse(tryJson(text));
      const { states, held, outbox: stored } = data;
      const outbox = await withOldQueue(stored);
      saved = held.length === 0 ? { states, outbox } : null;
      return { states, held, outbox };
    },
    /** Resolves when all so far is written; never rejects: a failed write is logged. */
    save(states: AlertStates, outbox: Outbox): Promise<void> {
      const isSame = saved?.states === states && saved.outbox === outbox;
      saved = { states, outbox };
      return oneAtATime(async () => (isSame ? undefined : write(states, outbox)));
    },
    /** Resolves when all saves so far are written or have failed. */
    settled: () => oneAtATime(() => {}),
  };
}
