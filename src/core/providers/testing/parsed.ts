import type { Schema } from '../http/read.ts';

/** @throws where it is unreadable */
export function parsed<T>(schema: Schema<T>, sent: unknown): T {
  const value = schema(sent);
  if (value === null) throw new Error('unreadable');
  return value;
}
