import { byPrice, gpusOf } from '../domain/offer.ts';
import type { Offer } from '../domain/offer-schemas.ts';
import type { OrderDraft } from '../domain/order-draft.ts';
import type { Vm } from '../domain/vm.ts';
import { orderedType } from '../domain/vm-order.ts';
import { freeOf } from '../offers/offer-groups.ts';

const isOfType = (gpuType: string, of: Pick<Offer, 'gpuType'>) =>
  gpuType === '' || orderedType(of.gpuType) === gpuType;

/** The node with most free GPUs for an order; null: none is known to have enough. */
export function freeNode(
  { gpuType, gpuCount, rental }: OrderDraft,
  offers: readonly Offer[],
): string | null {
  const count = Number(gpuCount);
  const enough = offers.filter(
    (offer) =>
      offer.node !== null &&
      isOfType(gpuType, offer) &&
      (offer.rentalType ?? 'on_demand') === rental &&
      (offer.pricePerGpu !== null || (offer.gpuCount ?? 1) === 1 || offer.gpuCount === count) &&
      (freeOf(offer) ?? 0) > 0 &&
      (gpusOf(offer) ?? 0) >= count,
  );
  const [best] = enough.toSorted((a, b) => (gpusOf(b) ?? 0) - (gpusOf(a) ?? 0) || byPrice(a, b));
  return best?.node ?? null;
}

/** A node, and its free GPUs; null: unknown. */
interface KnownNode {
  readonly node: string;
  readonly free: number | null;
}

/** The nodes that offers and VMs name, by name. @param gpuType empty: every type */
export function knownNodes(
  gpuType: string,
  offers: readonly Offer[],
  vms: readonly Pick<Vm, 'order' | 'gpuType'>[],
): readonly KnownNode[] {
  const nodes = new Map<string, number | null>();
  const inUse = vms.map((vm) => ({ ...vm, node: vm.order?.node ?? null, available: null }));
  for (const { node, ...named } of [...offers, ...inUse]) {
    if (node === null || !isOfType(gpuType, named)) continue;
    const before = nodes.get(node) ?? null;
    const free = freeOf(named);
    nodes.set(node, free === null ? before : Math.max(free, before ?? 0));
  }
  return [...nodes]
    .map(([node, free]) => ({ node, free }))
    .toSorted((a, b) => a.node.localeCompare(b.node, 'en', { numeric: true }));
}
