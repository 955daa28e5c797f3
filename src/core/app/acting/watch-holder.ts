import { silentHolder } from '../../../shared/acting/acting.ts';
import { readActor, SILENT_MS } from '../../acting/index.ts';
import type { PollReport } from '../../monitor/index.ts';
import type { Part, PartPorts } from '../kernel/ports.ts';
import { withNotice, withNoticesIf } from '../kernel/state-store.ts';

/** Counted for a poll at most, ms: this computer may have slept before it. */
const MAX_PAUSE_MS = 150_000;

interface WatchHolderPorts extends Pick<PartPorts, 'store' | 'clock' | 'show'> {
  readonly folder: string;
}

/** Tells the user when the process that acts does not poll for 5 min, in which this one did. */
export function watchHolder({ store, clock, show, folder }: WatchHolderPorts): Part {
  let polledAt: number | undefined;
  let silentMs = 0;
  let checkedAt = clock.monotonic();

  async function check(): Promise<void> {
    const actor = await readActor(folder);
    const pause = Math.min(clock.monotonic() - checkedAt, MAX_PAUSE_MS);
    checkedAt = clock.monotonic();
    const isUnchanged = polledAt !== undefined && actor?.polledAt === polledAt;
    silentMs = isUnchanged ? silentMs + pause : 0;
    polledAt = actor?.polledAt;
    const before = store.get().actsElsewhere;
    const isSilent = silentMs >= SILENT_MS;
    if (before?.isSilent === isSilent && before.actor?.pid === actor?.pid) return;
    store.set({ actsElsewhere: { actor, isSilent } });
    store.apply(withNoticesIf(store.core(), (_, topic) => topic !== 'acting'));
    if (!isSilent) return;
    const { title, body } = silentHolder(actor);
    store.apply(withNotice(store.core(), 'acting', `${title}. ${body}`));
    show({ title, body, isError: true, destination: { kind: 'alerts' } });
  }

  return {
    polled: ({ hasFailed }: PollReport) => (hasFailed ? undefined : check()),
  };
}
