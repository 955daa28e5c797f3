import { vmKey } from '../../../shared/app/index.ts';
import type { Clock } from '../../clock.ts';
import type { VmRef } from './missing-vms.ts';

/** Requests for single VMs at a time: after months away, hundreds may be missing. */
const MAX_AT_ONCE = 20;
/** ms after which one that was there after all, or of which nothing could be learnt, is asked for again. */
const ASK_AGAIN_MS = 10 * 60_000;

/** Finds out, in the background, which of the missing VMs are really gone. */
export interface GoneVms {
  /** Those of them that the service, asked by their id, does not have. Has the others asked for. */
  of(missing: readonly VmRef[]): readonly VmRef[];
}

/** How one VM is asked for, and who hears when some are gone. */
export interface GoneVmsPorts {
  /** Whether the service says, asked for that VM, that there is none. Never rejects. */
  readonly isGone: (vm: VmRef) => Promise<boolean>;
  /** More are known to be gone than before. */
  readonly onFound: () => void;
  readonly clock: Clock;
}

/**
 * Asks for twenty at once at most. Gone stays gone until the VM is on the list again; anything else is asked anew after ten
 * minutes.
 */
export function createGoneVms({ isGone, onFound, clock }: GoneVmsPorts): GoneVms {
  const gone = new Set<string>();
  /** Monotonic ms of the last time it was asked for. */
  const asked = new Map<string, number>();
  let isAsking = false;

  async function ask(vms: readonly VmRef[]): Promise<void> {
    isAsking = true;
    const answers = await Promise.all(vms.map(isGone));
    isAsking = false;
    vms.forEach(({ accountId, vmId }, index) => {
      if (answers[index]) gone.add(vmKey(accountId, vmId));
    });
    if (answers.some(Boolean)) onFound();
  }

  function isDue(key: string): boolean {
    const at = asked.get(key);
    return at === undefined || clock.monotonic() - at >= ASK_AGAIN_MS;
  }

  return {
    of(missing) {
      const keyOf = ({ accountId, vmId }: VmRef) => vmKey(accountId, vmId);
      const keys = new Set(missing.map(keyOf));
      // Back on the list: whatever was found before holds no longer.
      for (const key of [...asked.keys()])
        if (!keys.has(key)) {
          asked.delete(key);
          gone.delete(key);
        }
      const due = missing.filter((vm) => !gone.has(keyOf(vm)) && isDue(keyOf(vm)));
      if (!isAsking && due.length > 0) {
        const turn = due.slice(0, MAX_AT_ONCE);
        for (const vm of turn) asked.set(keyOf(vm), clock.monotonic());
        void ask(turn);
      }
      return missing.filter((vm) => gone.has(keyOf(vm)));
    },
  };
}
