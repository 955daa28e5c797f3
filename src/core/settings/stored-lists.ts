import { z } from 'zod';

/** A list without its invalid entries; undefined: it is none. */
export const listOf = <T>(entry: z.ZodType<T>) =>
  z
    .array(entry.nullable().catch(null))
    .transform((entries) => entries.filter((each) => each !== null))
    .optional()
    .catch(undefined);

interface VmRef {
  readonly accountId: string;
  readonly vmId: string;
}

/** The entries of the other VMs. */
export const without = <T extends VmRef>(entries: readonly T[] = [], { accountId, vmId }: VmRef) =>
  entries.filter((entry) => entry.accountId !== accountId || entry.vmId !== vmId);
