import type { z } from 'zod';
import { NotImplementedError } from './strict.ts';

/**
 * Checks an argument as Electron's conversion from JavaScript does, which refuses half pixels and numbers for strings.
 *
 * @throws `NotImplementedError` for an option that this host does not know, `TypeError` for a wrong type
 */
export function argument<T>(call: string, schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const where = [call, ...issue.path.map(String)].join('.');
    if (issue.code === 'unrecognized_keys') {
      throw new NotImplementedError(`${where} with ${issue.keys.join(', ')}`);
    }
  }
  const [first] = parsed.error.issues;
  const where = first === undefined ? '' : ` at ${first.path.join('.') || 'the argument'}`;
  throw new TypeError(`Error processing argument of ${call}${where}: ${first?.message ?? ''}`);
}
