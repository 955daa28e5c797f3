import type { z } from 'zod';
import type { Vm } from '../../shared/domain/index.ts';
import { MAX_ITEMS, readItems } from './http/read.ts';
import type { Listing } from './provider.ts';

/** A list that was sent at once. Of two records of a VM, the later one counts. */
export function listingOf(schema: z.ZodType<Vm>, sent: readonly unknown[]): Listing<Vm> {
  const { read, skipped } = readItems(schema, sent);
  const items = [...new Map(read.map((vm) => [vm.id, vm])).values()];
  return { items, skipped, isComplete: sent.length <= MAX_ITEMS };
}
