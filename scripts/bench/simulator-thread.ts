import { parentPort, workerData } from 'node:worker_threads';
import { manualClock, startSimulator } from '../../simulator/index.ts';

// In a separate thread, so that its CPU time is not counted as ours.

const vms = Number(workerData);
const simulator = await startSimulator({ vms, readsPerMinute: 1_000_000 }, manualClock());
const { baseUrl, credentials } = simulator;
parentPort?.postMessage({ baseUrl, key: credentials[0].apiKeys.read_only });
