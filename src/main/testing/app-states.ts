import {
  type AccountPicture,
  type AppAccount,
  type AppState,
  initialState,
} from '../../shared/app/index.ts';
import type { Problem, Spend, Vm } from '../../shared/domain/index.ts';

/** Noon of a day in UTC, ms since the epoch. */
export const NOON = Date.UTC(2026, 10, 20, 12);

export function vm(id: string, values: Partial<Vm> = {}): Vm {
  return {
    id,
    vmid: null,
    userId: null,
    node: null,
    label: id,
    gpuType: '4090',
    gpuCount: 2,
    storageGb: null,
    ramGb: null,
    cpuCores: null,
    ipAddress: '203.0.113.7',
    status: 'running',
    createdAt: null,
    startedAt: null,
    stoppedAt: null,
    rentalType: null,
    reservationId: null,
    autoRestart: null,
    hourlyRate: 1.1,
    gpuHourlyRate: null,
    storageHourlyRate: null,
    cpuPercent: null,
    ramPercent: null,
    cpuModel: null,
    pcieGen: null,
    ...values,
  };
}

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

function spend(perHour: number | null): Spend {
  return {
    perHour,
    perDay: null,
    perMonth: null,
    hourlyRate: null,
    runningVms: null,
    vms: [],
    skipped: 0,
    lastUpdated: null,
  };
}

/** @param perHour $/h of the account, null: unknown */
export function picture(
  vms: readonly Vm[],
  perHour: number | null,
  problem: Problem | null = null,
): AccountPicture {
  return {
    vms: { value: { vms, skipped: 0 }, problem },
    spend: { value: spend(perHour), problem },
    asOf: NOON,
  };
}

/** One account named `main` with that picture; anything else as on the first start of a machine that is online. */
export function signedIn(pictured: AccountPicture, values: Partial<AppState> = {}): AppState {
  return { ...nobody(), accounts: [account('main')], pictures: { main: pictured }, ...values };
}

export function nobody(): AppState {
  const surroundings = {
    platform: 'linux',
    version: '0.1.0',
    hasTray: true,
    isOnline: true,
  } as const;
  return initialState(surroundings, NOON);
}
