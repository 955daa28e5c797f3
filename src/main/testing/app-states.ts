import {
  type AccountSnapshot,
  type AppAccount,
  type AppState,
  initialState,
} from '../../shared/app/index.ts';
import type { Problem, Vm } from '../../shared/domain/index.ts';
import { makeSpend, makeVm } from '../../shared/domain/testing/records.ts';

/** Noon of a day in UTC, ms since the epoch. */
export const NOON = Date.UTC(2026, 10, 20, 12);

/** A running VM that costs something and can be reached. */
export function vm(id: string, values: Partial<Vm> = {}): Vm {
  return makeVm({
    id,
    status: 'running',
    label: id,
    gpuType: '4090',
    gpuCount: 2,
    ipAddress: '203.0.113.7',
    hourlyRate: 1.1,
    ...values,
  });
}

/** An account that goes by its id, with an API key in the keychain, with these differences. */
export function account(id: string, values: Partial<AppAccount> = {}): AppAccount {
  return {
    id,
    label: id,
    baseUrl: 'https://gpu.example.com/api/',
    credential: 'apiKey',
    email: null,
    keptIn: 'keychain',
    consoleUrl: null,
    ...values,
  };
}

/**
 * @param perHour $/h of the account, null: unknown
 * @param billed $/h by VM id; of the others the spend says nothing
 */
export function snapshot(
  vms: readonly Vm[],
  perHour: number | null,
  problem: Problem | null = null,
  billed: Readonly<Record<string, number | null>> = {},
): AccountSnapshot {
  const entries = Object.entries(billed);
  const ofVms = entries.map(([vmId, totalPerHour]) => ({ vmId, totalPerHour }));
  return {
    vms: { value: { vms, skipped: 0 }, problem },
    spend: { value: makeSpend({ perHour, vms: ofVms }), problem },
    asOf: NOON,
  };
}

/** One account named `main` with that snapshot; anything else as on the first start of a machine that is online. */
export function signedIn(snapshotted: AccountSnapshot, values: Partial<AppState> = {}): AppState {
  return { ...nobody(), accounts: [account('main')], snapshots: { main: snapshotted }, ...values };
}

/** The first start on a Linux desktop that has a tray and is online. */
export function nobody(): AppState {
  const surroundings = {
    platform: 'linux',
    version: '0.1.0',
    hasTray: true,
    isOnline: true,
  } as const;
  return initialState(surroundings, NOON);
}
