import type { AccountsSlice, AppAccount } from '../accounts/accounts-slice.ts';
import { type AccountState, UNKNOWN_STATE } from '../domain/account-state.ts';
import type { Spend } from '../domain/billing.ts';
import { largestFirst } from '../domain/rank.ts';
import { sumRates } from '../domain/sums.ts';
import { countedOnce, sameOwners } from '../domain/totals.ts';
import type { PollingSlice } from '../polling/polling-slice.ts';

type Accounts = Pick<AccountsSlice, 'accounts'> & Pick<PollingSlice, 'snapshots'>;

interface LocatedAccount extends AppAccount {
  readonly state: AccountState;
}

export const located = ({ accounts, snapshots }: Accounts): readonly LocatedAccount[] =>
  accounts.map((account) => ({ ...account, state: snapshots[account.id] ?? UNKNOWN_STATE }));

/** $/h to show; null: unknown, or "at least $0", which says nothing. */
export const shownRate = (rate: Pick<Spend, 'perHour' | 'isAtLeast'> | null | undefined) =>
  rate?.isAtLeast && rate.perHour === 0 ? null : (rate?.perHour ?? null);

/** The figures of all accounts that every surface shows, VMs of several accounts counted once. Amounts are $; null is unknown. */
export interface Figures {
  /** Accounts that show the same VM have the same owner. */
  readonly owners: readonly (readonly LocatedAccount[])[];
  /** One per owner. */
  readonly states: readonly AccountState[];
  readonly running: number;
  /** To compare and record. Null when an account's rate is unknown, since a sum without it would be too low. */
  readonly ratePerHour: number | null;
  readonly shownRate: number | null;
  /** Something that is billed, too, is not in the rate. */
  readonly isAtLeast: boolean;
  /** The service's own totals. */
  readonly perDay: number | null;
  readonly perMonth: number | null;
  /** The rate of each owner, by the first of its accounts, the highest first; none with a single owner. `rate`: as `shownRate`. */
  readonly byAccount: readonly { readonly accountId: string; readonly rate: number | null }[];
}

/** $/h. An account of which no more is known than that it is billed is left out: the rate of all is "at least" the others'. */
function rateOf(states: readonly AccountState[]): number | null {
  const rated = states.filter(
    ({ spend: { value } }) => shownRate(value) !== null || !value?.isAtLeast,
  );
  // "At least $0" is the rate of all only where no account has a VM.
  const counted = rated.length > 0 ? rated : states;
  const rates = counted.flatMap(({ spend }) => spend.value?.perHour ?? []);
  return rates.length < counted.length ? null : sumRates(rates);
}

/** Counted in the VM lists, or the number in the spend of an account without one. */
const runningVms = ({ vms, spend }: AccountState) =>
  vms.value
    ? vms.value.vms.filter(({ phase }) => phase === 'running').length
    : (spend.value?.runningVms ?? 0);

function computed(accounts: readonly LocatedAccount[]): Figures {
  const owners = sameOwners(accounts);
  const states = countedOnce(owners);
  const total = (figure: 'perDay' | 'perMonth') => {
    const amounts = states.flatMap(({ spend }) => spend.value?.[figure] ?? []);
    return amounts.length < states.length ? null : sumRates(amounts);
  };
  const rates = owners.map(([first], index) => ({
    accountId: first?.id ?? '',
    rate: shownRate(states[index]?.spend.value),
  }));
  const perHour = rateOf(states);
  const isAtLeast = states.some(({ spend }) => spend.value?.isAtLeast === true);
  return {
    owners,
    states,
    running: states.reduce((sum, state) => sum + runningVms(state), 0),
    ratePerHour: perHour,
    shownRate: shownRate({ perHour, isAtLeast }),
    isAtLeast,
    perDay: total('perDay'),
    perMonth: total('perMonth'),
    byAccount: owners.length < 2 ? [] : rates.toSorted((a, b) => largestFirst(a.rate, b.rate)),
  };
}

const last = new WeakMap<Accounts['snapshots'], Figures & Pick<Accounts, 'accounts'>>();

/** Computed once after each poll: VMs may be ten thousand, and each surface asks. */
export function figuresOf(app: Accounts): Figures {
  const { accounts, snapshots } = app;
  const known = last.get(snapshots);
  if (known?.accounts === accounts) return known;
  const figures = { ...computed(located(app)), accounts };
  last.set(snapshots, figures);
  return figures;
}
