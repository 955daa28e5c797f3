import { z } from 'zod';
import type { OrderDraft } from '../domain/index.ts';

const text = z.string().max(200);

/** An order as typed. `checkOrder` checks it. */
export const orderDraftSchema: z.ZodType<OrderDraft> = z.strictObject({
  node: text,
  gpuType: text,
  gpuCount: text,
  storageGb: text,
  template: text,
  rental: text,
  months: text,
  login: text,
  sshKeyId: text,
});
