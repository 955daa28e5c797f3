import { manualClock, startSimulator } from '../../simulator/index.ts';
import { createAccountClient } from '../../src/core/accounts/index.ts';
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { applyReadings, createAbsences, pollAccount } from '../../src/core/monitor/index.ts';
import { Secret } from '../../src/core/secret.ts';
import { createKeySession, parseBaseUrl } from '../../src/core/service/index.ts';
import { UNKNOWN_STATE } from '../../src/shared/domain/index.ts';
import { type Measurement, measure } from './measure.ts';

const FLEETS = [10, 100, 1_000, 10_000] as const;

/** A poll without changes over real HTTP, from request to unchanged state. Includes the simulator's share. */
async function pollOf(vms: number): Promise<Measurement> {
  const simulator = await startSimulator({ vms, readsPerMinute: 1_000_000 }, manualClock());
  try {
    const base = parseBaseUrl(simulator.baseUrl);
    if (!base.ok) throw new Error(base.message);
    const key = new Secret(simulator.credentials[0].apiKeys.read_only);
    const network = { fetch, clock: systemClock, log: silentLog, listMs: 60_000 };
    const client = createAccountClient(base.url, network, () => createKeySession(key));
    const { signal } = new AbortController();
    const absences = createAbsences(systemClock);
    let state = UNKNOWN_STATE;
    return await measure(`poll of ${vms} VMs`, vms > 1_000 ? 5 : 20, async () => {
      const readings = await pollAccount({ client, state, absences, asksVms: true, signal });
      state = applyReadings(state, readings);
    });
  } finally {
    await simulator.close();
  }
}

export async function benchPolls(): Promise<readonly Measurement[]> {
  const measurements: Measurement[] = [];
  for (const vms of FLEETS) measurements.push(await pollOf(vms));
  return measurements;
}
