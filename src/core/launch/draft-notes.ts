import { z } from 'zod';
import type { LaunchOrder } from '../../shared/launch/order.ts';
import { gpuOf } from '../../shared/offers/gpu-names.ts';
import type { OfferTerms } from '../../shared/offers/gpu-offer.ts';
import { FIRST_PROVIDER } from '../../shared/providers/providers.ts';

// Notes of versions that launched at the rental service only.

const draftNote = z.lazy(() =>
  z.strictObject({
    id: z.string(),
    account: z.string(),
    sentAt: z.number(),
    createdSince: z.number().nullable(),
    known: z.array(z.string()).readonly(),
    skipped: z.number().optional(),
    draft: z.strictObject({
      node: z.string(),
      gpuType: z.string(),
      gpuCount: z.string(),
      storageGb: z.string(),
      template: z.string(),
      rental: z.string(),
      months: z.string(),
      login: z.string(),
      sshKeyId: z.string(),
    }),
  }),
);

const TERMS: ReadonlyMap<string, OfferTerms> = new Map([
  ['on_demand', 'onDemand'],
  ['interruptible', 'interruptible'],
  ['reserved', 'reserved'],
]);

/** A stored note in the present form; null: not one of an earlier version. */
export function noteOfDraft(stored: unknown) {
  const { data } = draftNote.safeParse(stored);
  if (data === undefined) return null;
  const { draft, ...note } = data;
  const { node, gpuType, gpuCount, rental, months, login, sshKeyId } = draft;
  const handle = [node.trim(), gpuType, gpuCount, rental, ...(months === '' ? [] : [months])];
  const order: LaunchOrder = {
    offer: {
      provider: FIRST_PROVIDER,
      offer: handle.join('/'),
      gpu: gpuOf(gpuType, null),
      gpuText: gpuType,
      gpuCount: Number(gpuCount) || null,
      vramGb: null,
      where: node.trim() || null,
      tier: null,
      terms: TERMS.get(rental) ?? null,
      stock: null,
      price: { perHour: null, diskGb: null, extra: [] },
      endsAt: null,
    },
    name: null,
    image: draft.template || null,
    diskGb: Number(draft.storageGb) || null,
    login:
      login === 'password'
        ? { method: 'password' }
        : { method: 'registered', id: sshKeyId.trim() || null },
    bid: null,
    months: Number(months) || null,
  };
  return {
    ...note,
    order,
    mark: null,
    confirmedPerHour: null,
    stopLater: null,
    vmId: null,
    isCreated: false,
  };
}
