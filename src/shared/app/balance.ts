import { totalsOf } from '../domain/index.ts';
import { formatDuration, formatMoney } from '../format/index.ts';
import type { AppAccount, AppState } from './app-state.ts';

type BalanceState = Pick<AppState, 'balances' | 'snapshots' | 'preferences'>;

const HOUR_MS = 3_600_000;

/**
 * Such as `Balance $42.10 · 31 h left`, at the present rate of the account; `Balance —` while it is unknown. Null: the profile
 * does not say where it is, or amounts are hidden.
 */
export function balanceLabel(
  { balances, snapshots, preferences }: BalanceState,
  { id, profile }: Pick<AppAccount, 'id' | 'profile'>,
): string | null {
  if (profile?.balance === undefined || preferences.hideAmounts) return null;
  const balance = balances[id] ?? null;
  const amount = `Balance ${formatMoney(balance, preferences.currency)}`;
  const snapshot = snapshots[id];
  const rate = snapshot === undefined ? null : totalsOf([snapshot]).ratePerHour;
  if (balance === null || rate === null || rate <= 0) return amount;
  return `${amount} · ${formatDuration(Math.max(0, balance / rate) * HOUR_MS)} left`;
}
