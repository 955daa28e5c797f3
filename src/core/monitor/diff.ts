import type { Vm, VmList } from '../../shared/domain/index.ts';

/** What happened to a VM between two snapshots of an account. */
export type VmEvent =
  | { readonly kind: 'appeared'; readonly vm: Vm }
  | { readonly kind: 'statusChanged'; readonly vm: Vm; readonly from: string; readonly to: string }
  /** Confirmed: the service does not know it any more. `vm` is how it was last seen. */
  | { readonly kind: 'gone'; readonly vm: Vm };

/** The first snapshot is where watching begins, so it brings no events. In the order of the list, gone ones last. */
export function diffVms(before: VmList | null, after: VmList | null): readonly VmEvent[] {
  if (before === null || after === null || before === after) return [];
  const known = new Map(before.vms.map((vm) => [vm.id, vm]));
  const events: VmEvent[] = [];
  for (const vm of after.vms) {
    const was = known.get(vm.id);
    known.delete(vm.id);
    if (was === undefined) events.push({ kind: 'appeared', vm });
    else if (was.status !== vm.status)
      events.push({ kind: 'statusChanged', vm, from: was.status, to: vm.status });
  }
  for (const vm of known.values()) events.push({ kind: 'gone', vm });
  return events;
}
