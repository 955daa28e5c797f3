import { accountPrefix } from '../accounts/account-names.ts';
import type { AccountsSlice, AppAccount } from '../accounts/accounts-slice.ts';
import { formatDuration, formatMoney, HOUR_MS } from '../format/index.ts';
import type { PollingSlice } from '../polling/polling-slice.ts';
import type { PreferencesSlice } from '../settings/preferences.ts';
import type { UsageSlice } from './usage-slice.ts';

type Known = Pick<UsageSlice, 'balances'> & Pick<PollingSlice, 'snapshots'>;
type Shown = Known & Pick<UsageSlice, 'balanceProblems'> & PreferencesSlice;

/** `hoursLeft`: infinite while no VM is billed and some is left; null: unknown. `isAtMost`: more is billed than the rate has. */
export function balanceOf({ balances, snapshots }: Known, accountId: string) {
  const amount = balances[accountId] ?? null;
  const snapshot = snapshots[accountId];
  const rate = snapshot?.spend.value?.perHour ?? null;
  if (amount === null || rate === null) return { amount, isAtMost: false, hoursLeft: null };
  const isAtMost = snapshot?.spend.value?.isAtLeast === true;
  if (rate > 0) return { amount, isAtMost, hoursLeft: Math.max(0, amount / rate) };
  return { amount, isAtMost, hoursLeft: amount > 0 ? Number.POSITIVE_INFINITY : null };
}

/** Such as `31 h left` or `at most 31 h left`; null: unknown, or without end. */
export function timeLeft({ hoursLeft, isAtMost }: ReturnType<typeof balanceOf>): string | null {
  if (hoursLeft === null || !Number.isFinite(hoursLeft)) return null;
  return `${isAtMost ? 'at most ' : ''}${formatDuration(hoursLeft * HOUR_MS)} left`;
}

/** `Balance $42.10 · 31 h left`; `Balance — · Permission denied (403)`, or `Balance —` while it is not read. Null: not told, or amounts are hidden. */
export function balanceLabel(
  state: Shown,
  { id, can }: Pick<AppAccount, 'id' | 'can'>,
): string | null {
  const { hideAmounts } = state.preferences;
  if (!can.includes('balance') || hideAmounts) return null;
  const balance = balanceOf(state, id);
  const why = balance.amount === null ? state.balanceProblems[id] : undefined;
  const more = why ?? timeLeft(balance);
  return `Balance ${formatMoney(balance.amount)}${more === null ? '' : ` · ${more}`}`;
}

/** The label of the balance that ends first, with its account where there are several; null: none is shown. */
export function firstBalanceLabel(state: Shown & Pick<AccountsSlice, 'accounts'>): string | null {
  const { accounts } = state;
  const hoursOf = ({ id }: AppAccount) => balanceOf(state, id).hoursLeft ?? Number.MAX_VALUE;
  const [first] = accounts
    .filter(({ can }) => can.includes('balance'))
    .toSorted((a, b) => hoursOf(a) - hoursOf(b));
  const label = first === undefined ? null : balanceLabel(state, first);
  return first === undefined || label === null ? null : accountPrefix(accounts, first) + label;
}
