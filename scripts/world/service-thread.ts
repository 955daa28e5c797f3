import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { manualClock, startSimulator } from '../../simulator/index.ts';
import { PROVIDER_IDS } from '../../src/shared/providers/providers.ts';

const { vms, provider } = z
  .strictObject({ vms: z.number(), provider: z.enum(PROVIDER_IDS) })
  .parse(workerData);
const simulator = await startSimulator({ vms, provider, readsPerMinute: 1_000_000 }, manualClock());
const { baseUrl, control, credentials } = simulator;
let changes = 0;
parentPort?.on('message', () => {
  changes += 1;
  control.vms().forEach(({ id }, index) => {
    const status = (index + changes) % 2 === 0 ? 'running' : 'stopped';
    control.setVm(id, { status, cpu_percent: changes % 100, ram_percent: changes % 100 });
  });
  parentPort?.postMessage('changed');
});

parentPort?.postMessage({ baseUrl, key: credentials[0].apiKeys.read_only });
