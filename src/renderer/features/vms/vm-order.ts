import type { ListOrder } from '../../../shared/app/index.ts';
import { parseDateTime } from '../../../shared/format/index.ts';
import { nameOf, type VmEntry } from './vm-entry.ts';

const byName = new Intl.Collator('en', { numeric: true });

/** What is larger comes first; what is not known comes last. */
function descending(a: number | null, b: number | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return b - a;
}

function figureOf({ vm }: VmEntry, order: ListOrder): number | null {
  switch (order) {
    case 'rate':
      return vm.hourlyRate;
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
      descending(a.figure, b.figure) ||
      byName.compare(a.name, b.name) ||
      (a.entry.key < b.entry.key ? -1 : 1),
  );
  return keyed.map(({ entry }) => entry);
}
