import { z } from 'zod';
import type { Behaviour } from '../options.ts';
import { invalid, invalidBy } from './errors.ts';

const DEFAULT_LIMIT = 50;

const whole = (min: number, message: string) =>
  z
    .string(message)
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= min, message);

const querySchema = z.object({
  limit: whole(1, 'must be a whole number of at least 1').optional(),
  offset: whole(0, 'must be a whole number of at least 0').optional(),
});

/** A part of a list. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Reads `limit` and `offset`; throws a 422 when they make no sense. */
export function readPage(query: unknown, behaviour: Behaviour): Page {
  const parsed = querySchema.safeParse(query);
  if (!parsed.success) throw invalidBy('query', parsed.error);
  const { maxLimit, overMaxLimit, ignoreLimit, ignoreOffset } = behaviour;
  const asked = ignoreLimit ? DEFAULT_LIMIT : (parsed.data.limit ?? DEFAULT_LIMIT);
  const offset = ignoreOffset ? 0 : (parsed.data.offset ?? 0);
  if (maxLimit === null || asked <= maxLimit) return { limit: asked, offset };
  if (overMaxLimit === 'reject') throw invalid('query', 'limit', `must be at most ${maxLimit}`);
  return { limit: maxLimit, offset };
}
