import type { LaunchOrder } from '../../shared/launch/order.ts';
import { orderOfDraft } from '../../shared/launch/preset.ts';
import { gpuOf } from '../../shared/offers/gpu-names.ts';

/** A note of a version that launched at the rental service only, in the present form; any other note as it is. */
export function carriedOver(stored: Readonly<Record<string, unknown>>) {
  // With `skipped`, `known` lacks VMs that were not as ordered.
  const { draft, skipped, ...note } = stored;
  const preset = orderOfDraft(draft);
  if (preset === null) return stored;
  const { provider, gpu, gpuCount, where, terms, image, diskGb, months, login } = preset;
  const period = months === null ? [] : [months];
  const order: LaunchOrder = {
    offer: {
      provider,
      gpu: gpuOf(gpu, null),
      gpuText: gpu,
      gpuCount,
      vramGb: null,
      where,
      terms,
      offer: [where, gpu, gpuCount, Reflect.get(Object(draft), 'rental'), ...period].join('/'),
      tier: null,
      stock: null,
      endsAt: null,
      price: { perHour: null, diskGb: null, extra: [] },
    },
    name: null,
    image,
    diskGb,
    bid: null,
    months,
    login: login.method === 'publicKey' ? { method: 'registered', id: null } : login,
  };
  const unknown = { confirmedPerHour: null, stopLater: null, vmId: null };
  const gaps = skipped === undefined ? {} : { hasGaps: true };
  return { ...note, ...unknown, ...gaps, mark: note['id'], order, isCreated: false };
}
