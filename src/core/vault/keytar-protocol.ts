import { z } from 'zod';

/** The service name all our items bear in the keychain. Changing it orphans every stored credential. */
export const SERVICE_NAME = 'GPU Tray';

const id = z.int().nonnegative();
const item = z.string().min(1).max(200);

/** One call from the application to the keytar process. */
export const KeytarRequest = z.discriminatedUnion('op', [
  z.strictObject({ id, op: z.literal('get'), item }),
  z.strictObject({ id, op: z.literal('set'), item, value: z.string().min(1) }),
  z.strictObject({ id, op: z.literal('delete'), item }),
]);
export type KeytarRequest = z.infer<typeof KeytarRequest>;

/**
 * What the keytar process says: `ready` once, when it takes calls; then one answer per call, with the value (`get`: text
 * or `null`; `set`: `null`; `delete`: whether something was deleted) or with the keychain's own words for its refusal.
 */
export const KeytarReply = z.union([
  z.strictObject({ ready: z.literal(true) }),
  z.strictObject({ id, value: z.union([z.string(), z.boolean(), z.null()]) }),
  z.strictObject({ id, refusal: z.string() }),
]);
export type KeytarReply = z.infer<typeof KeytarReply>;
