import type { z } from 'zod';
import { describeForm, incompatible } from '../service-error.ts';

/**
 * Reads an answer that is one object. Since every field may be missing, any object at all would pass; at least one of
 * `telling` must be there, or the answer is something else.
 * @throws ServiceError `incompatible`, naming the endpoint and the form found
 */
export function readRecord<T>(
  schema: z.ZodType<T>,
  body: unknown,
  endpoint: string,
  telling: readonly string[],
): T {
  const isTold =
    typeof body === 'object' && body !== null && telling.some((key) => Object.hasOwn(body, key));
  const result = isTold ? schema.safeParse(body) : null;
  return result?.success ? result.data : incompatible(endpoint, describeForm(body));
}
