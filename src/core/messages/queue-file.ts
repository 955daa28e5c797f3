import pLimit from 'p-limit';
import { z } from 'zod';
import { MESSAGE_TOPICS } from '../../shared/messages/messages.ts';
import { readTextFile, writeAtomically } from '../files/index.ts';
import { describeInternalError, type Log } from '../log.ts';
import { tryJson } from '../try-json.ts';
import { EMPTY_QUEUE, MAX_WAITING, type MessageQueue } from './queue.ts';

// Made when first used, as all schemas are that not every start of `gpu-tray watch` needs.
const fileSchema = z.lazy(() => {
  const message = z.object({
    id: z.string().min(1).max(64),
    to: z.string().min(1).max(64),
    topic: z.enum(MESSAGE_TOPICS),
    alert: z.string().max(1_024).nullable(),
    isOver: z.boolean(),
    title: z.string().max(1_000),
    body: z.string().max(4_000),
    at: z.number(),
  });
  return z.object({
    version: z.literal(1),
    waiting: z
      .array(message.nullable().catch(null))
      .transform((all) => all.filter((each) => each !== null).slice(-MAX_WAITING)),
    dropped: z.record(z.string(), z.number().int().nonnegative()).catch({}),
  });
});

/** The messages on disk that wait. An unreadable file is ignored. */
export function createQueueFile(path: string, log: Log) {
  // One after the other: otherwise an older queue could be written last.
  const oneAtATime = pLimit(1);
  return {
    async load(): Promise<MessageQueue> {
      const text = await readTextFile(path).catch(() => '');
      if (text === '') return EMPTY_QUEUE;
      return fileSchema.safeParse(tryJson(text)).data ?? EMPTY_QUEUE;
    },
    /** Resolves when it is written; never rejects: a failed write is logged. */
    save: (queue: MessageQueue) =>
      oneAtATime(() =>
        writeAtomically(path, `${JSON.stringify({ version: 1, ...queue })}\n`).then(
          () => {},
          (error) => log.warn('messages.unsaved', describeInternalError(error)),
        ),
      ),
  };
}
