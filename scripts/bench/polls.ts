import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { createAccountReader } from '../../src/core/monitor/index.ts';
import {
  createAccountClient,
  createKeySession,
  loadProvider,
  parseBaseUrl,
} from '../../src/core/providers/index.ts';
import { Secret } from '../../src/core/secret.ts';
import { type AccountState, UNKNOWN_STATE } from '../../src/shared/domain/account-state.ts';
import { inStatus } from '../../src/shared/domain/testing/records.ts';
import {
  FIRST_PROVIDER,
  PROVIDERS,
  type ProviderId,
} from '../../src/shared/providers/providers.ts';
import { diffAppState, initialState } from '../../src/shared/state/index.ts';
import { startService } from '../world/start-service.ts';
import { type Measurement, summarize } from './measure.ts';

const FLEETS = [10, 100, 1_000, 10_000] as const;

/** Polls without changes over real HTTP, from request to unchanged state: elapsed, and our share of CPU time. */
async function pollsOf(
  vms: number,
  provider: ProviderId = FIRST_PROVIDER,
): Promise<readonly [AccountState, readonly Measurement[]]> {
  const service = await startService(vms, provider);
  try {
    const base = parseBaseUrl(service.baseUrl);
    if (!base.ok) throw new Error(base.message);
    const { open } = await loadProvider(provider);
    const secret = new Secret(service.key);
    const network = { fetch, clock: systemClock, log: silentLog, listMs: 60_000 };
    const client = createAccountClient({ base: base.url, open }, network, {
      createSession: () => createKeySession(secret),
    });
    const { signal } = new AbortController();
    const reader = createAccountReader(client);
    let state = UNKNOWN_STATE;
    const times: number[] = [];
    const shares: number[] = [];
    const runs = vms > 1_000 ? 4 : 12;
    for (let count = -2; count < runs; count += 1) {
      const started = performance.now();
      const before = process.threadCpuUsage();
      state = (await reader.read(signal)).report.after;
      const { user, system } = process.threadCpuUsage(before);
      // To warm up.
      if (count < 0) continue;
      times.push(performance.now() - started);
      shares.push((user + system) / vms);
    }
    const where = provider === FIRST_PROVIDER ? '' : ` at ${PROVIDERS[provider].name}`;
    const name = `poll of ${vms} VMs${where}, nothing changed`;
    return [
      state,
      [
        summarize(`${name}, with the simulator`, 'ms', times),
        summarize(`${name}, our share`, 'µs CPU a VM', shares),
      ],
    ];
  } finally {
    await service.stop();
  }
}

/** Bytes that cross the bridge when one VM of the account changes its status. */
function bytesOfOneChange(account: AccountState): Measurement {
  const environment = { platform: 'linux', version: '', hasTray: true, isOnline: true } as const;
  const appOf = (state: AccountState) => ({
    ...initialState(environment, 0),
    snapshots: { a: { ...state, asOf: 0, freshness: 'live' as const } },
  });
  const { value } = account.vms;
  const [first, ...others] = value?.vms ?? [];
  if (value === null || first === undefined) throw new Error('The account has no VMs');
  const vms = {
    ...account.vms,
    value: { ...value, vms: [{ ...first, ...inStatus('failed') }, ...others] },
  };
  const patch = JSON.stringify(diffAppState(appOf(account), appOf({ ...account, vms })));
  return summarize(`sent to the panel for one change among ${value.vms.length} VMs`, 'bytes', [
    Buffer.byteLength(patch),
  ]);
}

export async function benchPolls(): Promise<readonly Measurement[]> {
  const all: Measurement[] = [];
  for (const vms of FLEETS) {
    const [state, measurements] = await pollsOf(vms);
    all.push(...measurements);
    if (vms === 1_000) {
      const [, others] = await pollsOf(vms, 'runpod');
      all.push(
        ...others.map((one, place) => ({ ...one, floor: measurements[place]?.median ?? 0 })),
      );
    }
    if (vms === 10_000) all.push(bytesOfOneChange(state));
  }
  return all;
}
