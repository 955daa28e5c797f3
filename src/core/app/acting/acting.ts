import { type Actor, silentHolder } from '../../../shared/acting/acting.ts';
import { noteActor, noteIdle, readActor, SILENT_MS, tryToAct } from '../../acting/index.ts';
import { createTimer } from '../../clock.ts';
import { describeInternalError } from '../../log.ts';
import type { PollReport } from '../../monitor/index.ts';
import type { Part, PartPorts } from '../kernel/ports.ts';
import { withNotice, withNoticesIf } from '../kernel/state-store.ts';

/** Between two attempts to take over, ms: within 30 s after the other process ended. */
const RETRY_MS = 10_000;
/** Between two notes of a poll, ms. */
const NOTE_MS = 60_000;

type ActingPorts = Pick<PartPorts, 'folder' | 'clock' | 'log'> & { readonly self: Actor };

/** Tries to get the lock of the settings folder. The process with the lock stops VMs, alerts and writes history. */
export async function startActing({ folder, self, clock, log }: ActingPorts) {
  const timer = createTimer(clock);
  let isStopped = false;
  /** Of the lock; null: another process has the lock. */
  let release: (() => void) | null = null;
  let actor: Actor | null = null;

  /** Without a lock, as in a folder that cannot be written, this process acts: a VM that is not stopped costs money. */
  async function attempt(): Promise<void> {
    release = await tryToAct(folder, self).catch((error: unknown) => {
      log.warn('acting.unlocked', describeInternalError(error));
      return () => {};
    });
    if (release === null) actor = await readActor(folder);
  }

  await attempt();
  return {
    /** The process that acts; null: this one does. */
    other: () => (release === null ? { actor, isSilent: false } : null),
    /** @param takeOver called once this process has the lock that another one held, and again after a failure */
    watch(takeOver: () => Promise<void>): void {
      async function retry(): Promise<void> {
        if (release === null) await attempt();
        if (isStopped) return release?.();
        try {
          if (release !== null) return await takeOver();
        } catch (error) {
          log.error('acting.not_started', describeInternalError(error));
        }
        timer.set(RETRY_MS, () => void retry());
      }
      if (release === null) timer.set(RETRY_MS, () => void retry());
    },
    /** Call it after the last write: from then on another process acts. */
    stop(): void {
      if (isStopped) return;
      isStopped = true;
      timer.clear();
      release?.();
    },
  };
}

/** Notes the polls of this process, so that others notice when it is suspended or hangs, and the idle VMs, for commands. */
export function notePolls({
  folder,
  self,
  clock,
  store,
}: Omit<ActingPorts, 'log'> & Pick<PartPorts, 'store'>): Part {
  let notedAt = Number.NEGATIVE_INFINITY;
  return {
    async polled() {
      if (clock.monotonic() - notedAt < NOTE_MS) return;
      notedAt = clock.monotonic();
      await noteActor(folder, { ...self, polledAt: clock.now() });
      await noteIdle(folder, store.get(), clock.now());
    },
  };
}

/** Counted for a poll at most, ms: this computer may have slept before it. */
const MAX_PAUSE_MS = 150_000;

type WatchHolderPorts = Pick<PartPorts, 'store' | 'clock' | 'show' | 'folder'>;

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
