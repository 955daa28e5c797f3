import type { z } from 'zod';
import type { Log } from '../../core/log.ts';
import type { Answer } from '../../shared/ipc/index.ts';
import { describeDefect } from '../desktop/log.ts';
import { DEFECT_REFUSAL, refusalOf } from './refusal-of.ts';

/** What a request of the contract takes and gives. */
export interface Entry<Input, Output> {
  readonly input: z.ZodType<Input>;
  readonly output: z.ZodType<Output>;
}

/** Answers whatever comes over the bridge. Never rejects, so that nobody reads "Error invoking remote method". */
export type Answering = (input: unknown) => Promise<Answer<unknown>>;

/**
 * A request's handler behind its contract: what comes in is of the right form or goes no further, what goes out is what
 * was promised and nothing beside it, and what fails says so in words. Contents never get into the log.
 */
export function answering<Input, Output>(
  name: string,
  entry: Entry<Input, Output>,
  handler: (input: Input) => Promise<Output>,
  log: Log,
): Answering {
  return async (input) => {
    const parsed = entry.input.safeParse(input);
    if (!parsed.success) {
      log.error('ipc.malformed', { request: name });
      return {
        ok: false,
        refusal: { ...DEFECT_REFUSAL, kind: 'malformed' },
      };
    }
    try {
      return { ok: true, value: entry.output.parse(await handler(parsed.data)) };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== null) return { ok: false, refusal };
      log.error('ipc.defect', { request: name, ...describeDefect(error) });
      return { ok: false, refusal: DEFECT_REFUSAL };
    }
  };
}
