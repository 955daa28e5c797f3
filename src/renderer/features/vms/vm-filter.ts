import { nameOf, type VmEntry } from './vm-entry.ts';

function searchable({ vm, accountLabel }: VmEntry): string {
  const parts = [nameOf(vm), vm.vmid, vm.node, vm.gpuType, vm.status, vm.ipAddress, accountLabel];
  return parts.join('\n').toLowerCase();
}

/** The VMs that hold every word of the query somewhere: name, number, node, GPU, status, address or account. */
export function filterVms(entries: readonly VmEntry[], query: string): readonly VmEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter((entry) => {
    const text = searchable(entry);
    return words.every((word) => text.includes(word));
  });
}
