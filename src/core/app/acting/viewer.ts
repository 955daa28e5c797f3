import { silentHolder } from '../../../shared/acting/acting.ts';
import { readActor, SILENT_MS } from '../../acting/index.ts';
import { EMPTY_OUTBOX, grouped, type Notification, notificationOf } from '../../events/index.ts';
import type { PollReport } from '../../monitor/index.ts';
import { isSilent } from '../kernel/is-silent.ts';
import type { Deliver, DesktopPorts, Part, PartPorts, PartWith } from '../kernel/ports.ts';
import { withNotice, withNoticesIf } from '../kernel/state-store.ts';

interface ViewDeliveryPorts extends Pick<PartPorts, 'store' | 'clock'> {
  readonly desktop: Pick<DesktopPorts, 'notify'>;
}

/** Notifies of what follows from the user's own actions: the process that acts notifies of the rest. */
export function viewDelivery({ store, clock, desktop }: ViewDeliveryPorts) {
  let notifiedAt: number | null = null;

  function show(notification: Notification): void {
    notifiedAt = clock.monotonic();
    desktop.notify(notification);
  }

  const deliver: Deliver = async (events, { urgent }) => {
    const found = urgent ? events.filter((event) => !isSilent(event, store.get())) : [];
    for (const group of grouped([], found, () => ''))
      show(notificationOf(group, store.get(), clock.now()));
  };
  return {
    deliver,
    show,
    save() {},
    notifiedAt: () => notifiedAt,
    queue: { get: () => EMPTY_OUTBOX, set: async () => {}, sendWith() {} },
    wasAway() {},
    cameBack: async () => {},
    stop() {},
  } satisfies PartWith<
    'deliver' | 'show' | 'save' | 'notifiedAt' | 'queue' | 'wasAway' | 'cameBack'
  >;
}

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
