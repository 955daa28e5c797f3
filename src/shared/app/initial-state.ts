import type { AppState, Surroundings } from './app-state.ts';
import { DEFAULT_PREFERENCES } from './preferences.ts';

/** Before anything is known. @param now ms since the epoch */
export function initialState(surroundings: Surroundings, now: number): AppState {
  const unknown = { known: null, asOf: now, perHour: null };
  return {
    accounts: [],
    pictures: {},
    rates: [],
    costs: { today: unknown, month: unknown },
    alerts: [],
    preferences: DEFAULT_PREFERENCES,
    keychain: 'available',
    surroundings,
    notice: null,
  };
}
