import { byName, largestFirst } from '../../../shared/domain/index.ts';
import { parseDateTime } from '../../../shared/format/index.ts';
import type { ListOrder } from './list-view.ts';
import { nameOf, type VmEntry } from './vm-entry.ts';

function figureOf({ vm, billed }: VmEntry, order: ListOrder): number | null {
  switch (order) {
    case 'rate':
      return billed;
    case 'age':
      return parseDateTime(vm.startedAt ?? vm.createdAt);
    case 'name':
      return null;
  }
}

/** Sorted; what is equal goes by name, then by id, so that nothing changes places without a reason. */
export function sortVms(entries: readonly VmEntry[], order: ListOrder): readonly VmEntry[] {
  const keyed = entries.map((entry) => ({
    entry,
    figure: figureOf(entry, order),
    name: nameOf(entry.vm),
  }));
  keyed.sort(
    (a, b) =>
      largestFirst(a.figure, b.figure) ||
      byName(a.name, b.name) ||
      (a.entry.key < b.entry.key ? -1 : 1),
  );
  return keyed.map(({ entry }) => entry);
}
