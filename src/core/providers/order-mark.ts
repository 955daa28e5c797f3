// The mark of an order at the end of a VM's name, which finds the VM after a lost answer (`Vm.mark`).

/** @param name null: the name is `byDefault` @param max UTF-16 units of the marked name */
export function markedName(
  name: string | null,
  mark: string,
  byDefault: string,
  max: number,
): string {
  const end = `-gt-${mark}`;
  const start = (name?.trim() || byDefault).slice(0, max - end.length).toWellFormed();
  return start + end;
}

/** The mark of a name; null: it has none. */
export const markIn = (name: string | null): string | null =>
  /-gt-([a-z0-9]{8})$/.exec(name ?? '')?.[1] ?? null;
