import type { AppState, Surroundings } from './app-state.ts';
import { DEFAULT_PREFERENCES } from './preferences.ts';
import type { SshLogins } from './ssh-state.ts';

const NO_LOGINS: SshLogins = {
  all: { user: null, port: null, identityFile: null },
  accounts: {},
  vms: {},
};

/** Before anything is known. @param now ms since the epoch */
export function initialState(surroundings: Surroundings, now: number): AppState {
  const unknown = { known: null, asOf: now, perHour: null };
  return {
    accounts: [],
    snapshots: {},
    rates: [],
    costs: { today: unknown, month: unknown },
    alerts: [],
    preferences: DEFAULT_PREFERENCES,
    ssh: { include: 'unknown', terminals: [], editors: [], logins: NO_LOGINS, forwardPorts: {} },
    vmLogins: {},
    keychain: 'available',
    surroundings,
    isAsking: false,
    notice: null,
  };
}
