import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { FIRST_PROVIDER, type ProviderId } from '../../src/shared/providers/providers.ts';

const startedSchema = z.strictObject({ baseUrl: z.string(), key: z.string() });

/** Starts a simulated provider in a thread of its own, so that its CPU time is not counted as ours. */
export async function startService(vms: number, provider: ProviderId = FIRST_PROVIDER) {
  const worker = new Worker(new URL('./service-thread.ts', import.meta.url), {
    workerData: { vms, provider },
  });
  const started = startedSchema.parse((await once(worker, 'message'))[0]);
  return {
    ...started,
    /** Changes the load of each VM, and whether it runs. */
    async change(): Promise<void> {
      const changed = once(worker, 'message');
      worker.postMessage('change');
      await changed;
    },
    stop: () => worker.terminate(),
  };
}

export type Service = Awaited<ReturnType<typeof startService>>;
