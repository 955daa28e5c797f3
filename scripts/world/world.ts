import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StartOptions, startSimulator } from '../../simulator/index.ts';
import { createSharedTime } from '../../tests/contract/shared-time.ts';
import { type ApplicationPorts, applicationStarter } from './application.ts';

/** A simulated service and the real application with one virtual time and a folder of their own. */
export async function startWorld(
  service: StartOptions,
  turns: Parameters<typeof createSharedTime>[0] = {},
) {
  const time = createSharedTime(turns);
  const simulator = await startSimulator(service, time.simulatorClock);
  time.observe(simulator);
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-world-'));
  const { baseUrl, control, credentials } = simulator;
  return {
    baseUrl,
    control,
    credentials,
    time,
    folder,
    /** Returns the function that starts the application. @param ports replace the world's own */
    starter: (ports: Partial<ApplicationPorts>) =>
      applicationStarter({ folder, fetch: time.fetch, clock: time.clock, ...ports }),
    /** Idempotent. */
    async close(): Promise<void> {
      await simulator.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type World = Awaited<ReturnType<typeof startWorld>>;
