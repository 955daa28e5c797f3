import type { AppAccount } from '../../shared/accounts/index.ts';
import { withBilled } from '../../shared/domain/billing.ts';
import type { Problem } from '../../shared/domain/problem.ts';
import {
  makeSpend,
  makeVm,
  makeVmList,
  whileRunning,
} from '../../shared/domain/testing/records.ts';
import type { Vm } from '../../shared/domain/vm.ts';
import type { AccountSnapshot } from '../../shared/polling/polling-slice.ts';
import { type AppState, initialState } from '../../shared/state/index.ts';
import { withWaste } from '../../shared/state/with-waste.ts';
import { makeAccount } from '../../shared/testing/make-account.ts';

/** Noon UTC, ms since the epoch. */
export const NOON = Date.UTC(2026, 10, 20, 12);

/** A running, billed VM with an address. */
export function vm(id: string, values: Partial<Vm> = {}): Vm {
  return makeVm({
    id,
    status: 'running',
    label: id,
    gpuType: '4090',
    gpuCount: 2,
    ipAddress: '203.0.113.7',
    rates: whileRunning(1.1),
    ...values,
  });
}

/** An account labeled by its id, with an API key in the keychain. */
export function account(id: string, values: Partial<AppAccount> = {}): AppAccount {
  return makeAccount({ id, baseUrl: 'https://gpu.example.com/api/', ...values });
}

/**
 * @param perHour $/h of the account; null: unknown
 * @param billed $/h by VM id; the spend lists no others
 */
export function snapshot(
  vms: readonly Vm[],
  perHour: number | null,
  problem: Problem | null = null,
  billed: Readonly<Record<string, number | null>> = {},
): AccountSnapshot {
  const entries = Object.entries(billed);
  const ofVms = entries.map(([vmId, totalPerHour]) => ({ vmId, totalPerHour }));
  const spend = makeSpend({ perHour, vms: ofVms });
  return {
    vms: { value: makeVmList(withBilled(vms, spend)), problem },
    spend: { value: spend, problem },
    asOf: NOON,
    freshness: problem === null || problem.kind === 'forbidden' ? 'live' : 'outOfDate',
  };
}

/** One account `main` with that snapshot; otherwise as on the first start. */
export function signedIn(snapshotted: AccountSnapshot, values: Partial<AppState> = {}): AppState {
  const state = {
    ...firstStart(),
    accounts: [account('main')],
    snapshots: { main: snapshotted },
    ...values,
  };
  return withWaste(state, NOON);
}

/** No account yet, on a Linux desktop that is online and has a tray. */
export function firstStart(): AppState {
  const environment = {
    platform: 'linux',
    version: '0.1.0',
    hasTray: true,
    isOnline: true,
  } as const;
  return initialState(environment, NOON);
}
