import type { AccountsSlice, AppAccount } from '../accounts/accounts-slice.ts';
import { type AccountState, type Received, UNKNOWN_STATE, vmsOf } from '../domain/account-state.ts';
import { type Spend, sumRates } from '../domain/billing.ts';
import { largestFirst } from '../domain/rank.ts';
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

function vmIds(state: AccountState): readonly string[] {
  const billed = state.spend.value?.vms ?? [];
  return [...vmsOf(state).map(({ id }) => id), ...billed.map(({ vmId }) => vmId)];
}

/** Groups accounts that list the same VM of the same service: two keys, or a key and a login. The service does not name the owner. */
function sameOwners(accounts: readonly LocatedAccount[]): readonly (readonly LocatedAccount[])[] {
  // VMs may be ten thousand, and those of two services are never the same.
  const services = new Set(accounts.map(({ baseUrl }) => baseUrl));
  if (services.size === accounts.length) return accounts.map((account) => [account]);
  let owners: { readonly all: readonly LocatedAccount[]; readonly ids: ReadonlySet<string> }[] = [];
  for (const account of accounts) {
    const own = vmIds(account.state).map((id) => `${account.baseUrl} ${id}`);
    // The account may join owners that had no VM in common.
    const theirs = owners.filter(({ ids }) => own.some((id) => ids.has(id)));
    const joined = {
      all: [...theirs.flatMap(({ all }) => all), account],
      ids: new Set([...theirs.flatMap(({ ids }) => [...ids]), ...own]),
    };
    const place = theirs[0] === undefined ? owners.length : owners.indexOf(theirs[0]);
    owners = owners.toSpliced(place, 1, joined).filter((owner) => !theirs.includes(owner));
  }
  return owners.map(({ all }) => all);
}

/** The values without a problem, or all values when each has one. */
function best<T>(parts: readonly Received<T>[]): readonly T[] {
  const known = parts.filter(({ value }) => value !== null);
  const fresh = known.filter(({ problem }) => problem === null);
  return (fresh.length > 0 ? fresh : known).flatMap(({ value }) => (value === null ? [] : [value]));
}

/** Of the accounts of one owner, so that no VM and no cost counts twice. Their states differ by a moment; the highest rate hides nothing. */
function ofOwner(accounts: readonly LocatedAccount[]) {
  const spends = best(accounts.map(({ state }) => state.spend));
  const [spend = null] = spends.toSorted((a, b) => (b.perHour ?? -1) - (a.perHour ?? -1));
  const lists = best(accounts.map(({ state }) => state.vms));
  const running = lists.flatMap(({ vms }) => vms.filter(({ phase }) => phase === 'running'));
  return {
    accountId: accounts[0]?.id ?? '',
    spend,
    rate: shownRate(spend),
    /** In the VM lists, or the number in the spend of an account without one. */
    running:
      lists.length > 0 ? new Set(running.map(({ id }) => id)).size : (spend?.runningVms ?? 0),
  };
}

/** $/h. An account of which no more is known than that it is billed is left out: the rate of all is "at least" the others'. */
function rateOf(spends: readonly (Spend | null)[]): number | null {
  const rated = spends.filter((spend) => shownRate(spend) !== null || !spend?.isAtLeast);
  // "At least $0" is the rate of all only where no account has a VM.
  const counted = rated.length > 0 ? rated : spends;
  const rates = counted.flatMap((spend) => spend?.perHour ?? []);
  return rates.length < counted.length ? null : sumRates(rates);
}

export type Figures = Readonly<ReturnType<typeof computed>>;

/** The figures of all accounts that every surface shows, VMs of several accounts counted once. Amounts are $; null is unknown. */
function computed(accounts: readonly LocatedAccount[]) {
  /** Accounts that show the same VM have the same owner. */
  const owners = sameOwners(accounts);
  const all = owners.map(ofOwner);
  /** One per owner; null: unknown. */
  const spends: readonly (Spend | null)[] = all.map(({ spend }) => spend);
  const total = (figure: 'perDay' | 'perMonth') => {
    const amounts = spends.flatMap((spend) => spend?.[figure] ?? []);
    return amounts.length < spends.length ? null : sumRates(amounts);
  };
  const rates = all.map(({ accountId, rate }) => ({ accountId, rate }));
  const perHour = rateOf(spends);
  const isAtLeast = spends.some((spend) => spend?.isAtLeast === true);
  return {
    owners,
    spends,
    running: all.reduce((sum, { running }) => sum + running, 0),
    /** To compare and record. Null when an account's rate is unknown, since a sum without it would be too low. */
    ratePerHour: perHour,
    shownRate: shownRate({ perHour, isAtLeast }),
    /** Something that is billed, too, is not in the rate. */
    isAtLeast,
    /** The service's own totals. */
    perDay: total('perDay'),
    perMonth: total('perMonth'),
    /** The rate of each owner, by the first of its accounts, the highest first; none with a single owner. `rate`: as `shownRate`. */
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
