import type { AutoStop } from '../../../shared/auto-stop/index.ts';
import { isChanging, isVmMissing, type Vm } from '../../../shared/domain/index.ts';
import { HOUR_MS } from '../../../shared/format/index.ts';
import { vmKey } from '../../../shared/ssh/index.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { keyOf } from '../../ssh/index.ts';

/** A VM with an auto-stop. */
interface Watched {
  readonly autoStop: AutoStop;
  /** As listed last. */
  readonly vm: Vm;
  /** When VMs of its name appeared beside it, by id; -Infinity: before it was watched. ms since the epoch. */
  readonly twins: ReadonlyMap<string, number>;
  /** ms since the epoch; null: it is listed. */
  readonly goneAt: number | null;
}

export interface Replacement {
  /** The auto-stop of the VM that is gone, and its last record. */
  readonly autoStop: AutoStop;
  readonly vm: Vm;
}

const isOn = ({ phase }: Vm) => phase === 'running' || isChanging(phase);

/** Finds VMs that take the place of one with an auto-stop: a provider that moves a VM gives it another id. */
export function createReplacements() {
  const watched = new Map<string, Watched>();

  function watch(
    autoStop: AutoStop,
    { snapshots }: Pick<AppState, 'snapshots'>,
    now: number,
  ): void {
    const key = keyOf(autoStop);
    const snapshot = snapshots[autoStop.accountId];
    const listed = snapshot?.vms.value?.vms ?? [];
    const vm = listed.find(({ id }) => id === autoStop.vmId);
    const before = watched.get(key);
    if (vm !== undefined && vm.phase !== 'destroyed') {
      const first = before === undefined ? Number.NEGATIVE_INFINITY : now;
      const named = listed.filter(({ label }) => label === vm.label);
      const twins = new Map(named.map(({ id }) => [id, before?.twins.get(id) ?? first]));
      watched.set(key, { autoStop, vm, twins, goneAt: null });
    } else if (before?.goneAt === null && isVmMissing(snapshot, autoStop.vmId))
      watched.set(key, { ...before, goneAt: now });
  }

  return {
    /** Those that appeared within an hour, each once. Call it after each poll. */
    find(state: Pick<AppState, 'snapshots' | 'autoStops'>, now: number): readonly Replacement[] {
      const { snapshots, autoStops } = state;
      for (const { kind, ...autoStop } of Object.values(autoStops))
        watch({ ...autoStop, kind: kind === 'stop' ? undefined : kind }, state, now);
      return [...watched].flatMap(([key, { autoStop, vm, twins, goneAt }]) => {
        const isOver = goneAt === null ? autoStops[key] === undefined : now - goneAt > HOUR_MS;
        if (isOver) watched.delete(key);
        if (isOver || goneAt === null || vm.label === null) return [];
        const { accountId } = autoStop;
        const isSame = (other: Vm) =>
          other.label === vm.label &&
          other.gpuType === vm.gpuType &&
          other.gpuCount === vm.gpuCount;
        const found = snapshots[accountId]?.vms.value?.vms.find(
          (other) =>
            isSame(other) && isOn(other) && (twins.get(other.id) ?? now) > goneAt - HOUR_MS,
        );
        if (found === undefined) return [];
        watched.delete(key);
        return autoStops[vmKey(accountId, found.id)] === undefined ? [{ autoStop, vm: found }] : [];
      });
    },
  };
}
