import { type AccountState, type Received, vmsOf } from './account-state.ts';
import type { Spend } from './billing.ts';
import type { Vm } from './vm.ts';

export interface LocatedState {
  readonly baseUrl: string;
  readonly state: AccountState;
}

function vmIds(state: AccountState): readonly string[] {
  const billed = state.spend.value?.vms ?? [];
  return [...vmsOf(state).map(({ id }) => id), ...billed.map(({ vmId }) => vmId)];
}

/** Groups accounts that list the same VM of the same service: two keys, or a key and a login. The service does not name the owner. */
export function sameOwners<T extends LocatedState>(
  accounts: readonly T[],
): readonly (readonly T[])[] {
  // VMs may be ten thousand, and those of two services are never the same.
  const services = new Set(accounts.map(({ baseUrl }) => baseUrl));
  if (services.size === accounts.length) return accounts.map((account) => [account]);
  const owners: { readonly accounts: T[]; readonly ids: Set<string> }[] = [];
  for (const account of accounts) {
    const ids = vmIds(account.state).map((id) => `${account.baseUrl} ${id}`);
    const theirs = owners.filter((owner) => ids.some((id) => owner.ids.has(id)));
    const [first = { accounts: [], ids: new Set() }, ...others] = theirs;
    if (theirs.length === 0) owners.push(first);
    // The account joins owners that had no VM in common.
    for (const other of others) {
      owners.splice(owners.indexOf(other), 1);
      first.accounts.push(...other.accounts);
      for (const id of other.ids) first.ids.add(id);
    }
    first.accounts.push(account);
    for (const id of ids) first.ids.add(id);
  }
  return owners.map((owner) => owner.accounts);
}

/** The values without a problem, or all values when each has one. */
function best<T>(parts: readonly Received<T>[]): readonly T[] {
  const known = parts.filter(({ value }) => value !== null);
  const fresh = known.filter(({ problem }) => problem === null);
  return (fresh.length > 0 ? fresh : known).flatMap(({ value }) => (value === null ? [] : [value]));
}

/** The states differ by a moment; the highest rate hides nothing. */
function highest(spends: readonly Spend[]): Spend | null {
  return spends.toSorted((a, b) => (b.perHour ?? -1) - (a.perHour ?? -1))[0] ?? null;
}

function merged(states: readonly AccountState[]): AccountState {
  const lists = best(states.map(({ vms }) => vms));
  const vms = new Map<string, Vm>();
  for (const list of lists)
    for (const vm of list.vms)
      if (vm.phase !== 'unconfirmed' && !vms.has(vm.id)) vms.set(vm.id, vm);
  const skipped = Math.max(0, ...lists.map((list) => list.skipped));
  const isComplete = lists.every((list) => list.isComplete);
  return {
    vms: {
      value: lists.length === 0 ? null : { vms: [...vms.values()], skipped, isComplete },
      problem: null,
    },
    spend: { value: highest(best(states.map(({ spend }) => spend))), problem: null },
  };
}

/** One state per owner, so that no VM and no cost counts twice. */
export function countedOnce(owners: readonly (readonly LocatedState[])[]): readonly AccountState[] {
  return owners.map((theirs) => {
    const [only, ...others] = theirs.map(({ state }) => state);
    return only !== undefined && others.length === 0
      ? only
      : merged(theirs.map(({ state }) => state));
  });
}
