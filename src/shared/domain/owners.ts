import type { AccountState, Part } from './account-state.ts';
import type { Spend } from './spend.ts';
import type { Vm } from './vm.ts';

/** An account's state, and the service it is at. */
export interface LocatedState {
  readonly baseUrl: string;
  readonly state: AccountState;
}

function vmIds({ vms, spend }: AccountState): readonly string[] {
  const listed = vms.value?.vms ?? [];
  const billed = spend.value?.vms ?? [];
  return [...listed.map(({ id }) => id), ...billed.map(({ vmId }) => vmId)];
}

/**
 * The accounts by their owner, in order. Two that show the same VM of a service are of one person: two keys, or a key and the
 * login. The service does not say whose a key is, so without a VM nobody can tell.
 */
export function sameOwners<T extends LocatedState>(
  accounts: readonly T[],
): readonly (readonly T[])[] {
  let owners: readonly { readonly accounts: readonly T[]; readonly ids: ReadonlySet<string> }[] =
    [];
  for (const account of accounts) {
    const ids = vmIds(account.state).map((id) => `${account.baseUrl} ${id}`);
    const isTheirs = (owner: (typeof owners)[number]) => ids.some((id) => owner.ids.has(id));
    const theirs = owners.filter(isTheirs);
    const [first] = theirs;
    const owner = {
      accounts: [...theirs.flatMap((own) => own.accounts), account],
      ids: new Set([...theirs.flatMap((own) => [...own.ids]), ...ids]),
    };
    const others = owners.filter((own) => own === first || !theirs.includes(own));
    owners =
      first === undefined ? [...owners, owner] : others.map((own) => (own === first ? owner : own));
  }
  return owners.map((owner) => owner.accounts);
}

/** Those with something in them: the fresh ones, or where there is none, all. */
function best<T>(parts: readonly Part<T>[]): readonly T[] {
  const known = parts.filter(({ value }) => value !== null);
  const fresh = known.filter(({ problem }) => problem === null);
  return (fresh.length > 0 ? fresh : known).flatMap(({ value }) => (value === null ? [] : [value]));
}

/** They were asked a moment apart; of two rates the higher hides nothing. */
function dearest(spends: readonly Spend[]): Spend | null {
  return spends.toSorted((a, b) => (b.perHour ?? -1) - (a.perHour ?? -1))[0] ?? null;
}

function merged(states: readonly AccountState[]): AccountState {
  const lists = best(states.map(({ vms }) => vms));
  const vms = new Map<string, Vm>();
  for (const list of lists) for (const vm of list.vms) if (!vms.has(vm.id)) vms.set(vm.id, vm);
  const skipped = Math.max(0, ...lists.map((list) => list.skipped));
  return {
    vms: {
      value: lists.length === 0 ? null : { vms: [...vms.values()], skipped },
      problem: null,
    },
    spend: { value: dearest(best(states.map(({ spend }) => spend))), problem: null },
  };
}

/** What there is to count: one state for each owner, however many of the accounts are theirs. */
export function countedOnce(accounts: readonly LocatedState[]): readonly AccountState[] {
  return sameOwners(accounts).map((theirs) => {
    const [only, ...others] = theirs.map(({ state }) => state);
    return only !== undefined && others.length === 0
      ? only
      : merged(theirs.map(({ state }) => state));
  });
}
