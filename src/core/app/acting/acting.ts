import { tryToAct } from '../../acting/index.ts';
import { createTimer } from '../../clock.ts';
import { describeInternalError } from '../../log.ts';
import type { PartPorts } from '../kernel/ports.ts';

/** Between two attempts to take over, ms: within 30 s after the other process ended. */
const RETRY_MS = 10_000;

export interface ActingPorts extends Pick<PartPorts, 'store' | 'clock' | 'log'> {
  readonly folder: string;
}

/** Lets one process act on the settings folder: it stops VMs, alerts and writes history. Another one shows data until that one ends. */
export async function startActing({ store, clock, log, folder }: ActingPorts) {
  const { program = 'app' } = store.get().environment;
  const timer = createTimer(clock);
  let release: (() => void) | null = null;
  let isStopped = false;

  /** Without a lock, as in a folder that cannot be written, it acts: a VM that is not stopped costs money. */
  async function attempt(): Promise<void> {
    const found = await tryToAct(folder, { program, pid: process.pid }).catch((error: unknown) => {
      log.warn('acting.unlocked', describeInternalError(error));
      return { kind: 'acts', release: () => {} } as const;
    });
    if (found.kind === 'other') store.set({ actsElsewhere: { actor: found.actor } });
    else if (isStopped) found.release();
    else release = found.release;
  }

  await attempt();
  return {
    /** @param takeOver called once this process has to act, because the other one ended */
    watch(takeOver: () => Promise<void>): void {
      async function retry(): Promise<void> {
        await attempt();
        if (isStopped) return;
        if (release === null) timer.set(RETRY_MS, () => void retry());
        else await takeOver();
      }
      if (release === null) timer.set(RETRY_MS, () => void retry());
    },
    /** Call it after the last write: from then on another process acts. */
    stop(): void {
      isStopped = true;
      timer.clear();
      release?.();
      release = null;
    },
  };
}
