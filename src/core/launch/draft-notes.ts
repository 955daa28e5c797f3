import { z } from 'zod';
import type { LaunchOrder } from '../../shared/launch/order.ts';
import { orderOfDraft } from '../../shared/launch/preset.ts';
import { gpuOf } from '../../shared/offers/gpu-names.ts';

/** A note of a version that launched at the rental service only. */
const draftNote = z.lazy(() =>
  z.strictObject({
    id: z.string(),
    account: z.string(),
    sentAt: z.number(),
    createdSince: z.number().nullable(),
    known: z.array(z.string()).readonly(),
    skipped: z.number().optional(),
    draft: z.record(z.string(), z.string()),
  }),
);

/** A stored note in the present form; null: not one of an earlier version. */
export function noteOfDraft(stored: unknown) {
  const { data } = draftNote.safeParse(stored);
  const preset = orderOfDraft(data?.draft);
  if (data === undefined || preset === null) return null;
  const { draft, ...note } = data;
  const { provider, gpu, gpuCount, where, terms, image, diskGb, months, login } = preset;
  const period = months === null ? [] : [months];
  const order: LaunchOrder = {
    offer: {
      ...{ provider, gpu: gpuOf(gpu, null), gpuText: gpu, gpuCount, vramGb: null, where, terms },
      offer: [where, gpu, gpuCount, draft['rental'], ...period].join('/'),
      ...{ tier: null, stock: null, endsAt: null },
      price: { perHour: null, diskGb: null, extra: [] },
    },
    ...{ name: null, image, diskGb, bid: null, months },
    login: login.method === 'publicKey' ? { method: 'registered', id: null } : login,
  };
  const unknown = { mark: null, confirmedPerHour: null, stopLater: null, vmId: null };
  return { ...note, ...unknown, order, isCreated: false };
}
