import {
  type AccountSnapshot,
  type AppAccount,
  type AppState,
  initialState,
} from '../../../../shared/app/index.ts';
import type { Problem, Vm } from '../../../../shared/domain/index.ts';

export { vm } from '../../../monitor/testing/records.ts';

/** An account's snapshot with these VMs; null: not listed yet. */
export function snapshotWith(
  vms: readonly Vm[] | null,
  { problem = null, skipped = 0 }: { problem?: Problem | null; skipped?: number } = {},
): AccountSnapshot {
  const value = vms === null ? null : { vms, skipped };
  return {
    vms: { value, problem },
    spend: { value: null, problem: null },
    ...{ asOf: 0, freshness: 'live' },
  };
}

/** An account with its id as label, and an API key in the keychain. */
export function account(id: string, baseUrl = 'https://gpu.example/'): AppAccount {
  const rest = { email: null, color: null, keptIn: 'keychain', consoleUrl: null } as const;
  return { id, label: id, baseUrl, credential: 'apiKey', ...rest };
}

/** A state with these accounts' snapshots. */
export function stateWith(snapshots: Readonly<Record<string, AccountSnapshot>>): AppState {
  const surroundings = { platform: 'linux', version: '1', hasTray: true, isOnline: true } as const;
  const accounts = Object.keys(snapshots).map((id) => account(id));
  return { ...initialState(surroundings, 0), accounts, snapshots };
}
