import type { Simulator } from '../../simulator/index.ts';

/** A VM of the soak of auto-stops. Times are true ms since the epoch. */
export interface Box {
  readonly id: string;
  readonly name: string;
  /** Another number for each start after a stop; an interruption ends no run. */
  run: number;
  runAt: number;
  /** Null: it works. */
  idleSince: number | null;
}

/** VMs that the soak starts, stops and keeps busy. */
export function createBoxes(control: Simulator['control'], now: () => number, names: string[]) {
  const boxes = names.map((name): Box => {
    const { id } = control.createVm({ instance_label: name, status: 'stopped' });
    return { id, name, run: 0, runAt: 0, idleSince: null };
  });
  return {
    boxes,
    record: ({ id }: Box) => control.vms().find((vm) => vm.id === id),
    start(box: Box): void {
      box.run += 1;
      box.runAt = now();
      box.idleSince = null;
      control.setVm(box.id, { status: 'running' });
      control.setVm(box.id, { cpu_percent: 90, ram_percent: 60 });
    },
    /** Its work ends. */
    idle(box: Box): void {
      if (box.idleSince !== null) return;
      control.setVm(box.id, { cpu_percent: 1, ram_percent: 2 });
      box.idleSince = now();
    },
  };
}
