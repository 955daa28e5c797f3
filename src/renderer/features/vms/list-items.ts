import { sumRates } from '../../../shared/domain/billing.ts';
import { largestFirst } from '../../../shared/domain/rank.ts';
import { NOT_BILLED } from '../../../shared/domain/vm.ts';
import type { ListedVm } from '../../../shared/state/index.ts';
import type { VmGroup } from '../../../shared/vms/vm-groups.ts';
import type { SectionName } from './list-view.ts';

export interface Section {
  readonly name: SectionName;
  readonly members: readonly ListedVm[];
}

const gone = (listed: ListedVm): ListedVm => ({
  ...listed,
  vm: { ...listed.vm, phase: 'destroyed', billed: NOT_BILLED },
});

/** The shown sections with current data and every row in its place. @param vms unfiltered: a shown VM may no longer match */
export function keepPlaces(
  shown: readonly Section[],
  vms: readonly ListedVm[],
  groups: readonly VmGroup<ListedVm>[],
): readonly Section[] {
  const current = new Map(vms.map((listed) => [listed.key, listed]));
  const known = new Set(shown.flatMap(({ members }) => members.map(({ key }) => key)));
  const kept = shown.map(({ name, members }) => ({
    name,
    members: members.map((listed) => current.get(listed.key) ?? gone(listed)),
  }));
  const arrived = groups.flatMap(({ members }) => members).filter(({ key }) => !known.has(key));
  if (arrived.length === 0) return kept;
  const last = kept.at(-1);
  return last?.name === 'new'
    ? [...kept.slice(0, -1), { name: 'new', members: [...last.members, ...arrived] }]
    : [...kept, { name: 'new', members: arrived }];
}

/** A VM that two accounts list counts once, with the higher rate that is known. */
export function totalsOf(name: SectionName, vms: readonly ListedVm[]) {
  const byId = new Map<string, ListedVm>();
  for (const listed of vms) {
    const { account, vmId, vm } = listed;
    // Two services may have VMs of one id.
    const isOther = (byId.get(vmId)?.account ?? account).baseUrl !== account.baseUrl;
    const id = isOther ? `${account.baseUrl} ${vmId}` : vmId;
    const rate = byId.get(id)?.vm.billed.perHour;
    if (rate === undefined || largestFirst(vm.billed.perHour, rate) < 0) byId.set(id, listed);
  }
  const owned = [...byId.values()];
  const known = owned.map(({ vm }) => vm.billed.perHour).filter((rate) => rate !== null);
  const isLess = known.length < owned.length || vms.some(({ vm }) => vm.rates.now?.isAtLeast);
  return {
    /** One that starts or stops is not running. */
    count: owned.filter(({ vm }) => name !== 'running' || vm.phase === 'running').length,
    /** $/h of the VMs with a known rate; null: no rate is known. */
    perHour: sumRates(known),
    /** The sum is a lower bound. */
    isPartial: known.length > 0 && isLess,
  };
}

/** A section's heading with the figures of its group, also while rows of other groups keep their places in it. */
export interface HeadingItem extends ReturnType<typeof totalsOf> {
  readonly kind: 'heading';
  readonly key: string;
  readonly name: SectionName;
  readonly isOpen: boolean;
}

/** `line`: a row of one line. */
export interface VmItem {
  readonly kind: 'row' | 'line';
  readonly key: string;
  readonly listed: ListedVm;
}

export type ListItem = HeadingItem | VmItem;

/** Rows of `waste` while others run, so that these come into sight. */
const MAX_WASTE = 3;

/** Headings and the rows of open sections. @param groups the VMs by their present group @param opened by the user */
export function listItems(
  sections: readonly Section[],
  groups: readonly VmGroup<ListedVm>[],
  opened: Readonly<Partial<Record<SectionName, boolean>>>,
  isFiltered: boolean,
): readonly ListItem[] {
  // By the shown sections: while rows keep their places, none comes or goes above the others.
  const hasRunning = sections.some(({ name }) => name === 'running');
  const isOffAlone = sections.every(({ name }) => name === 'off' || name === 'new');
  const isClosed = { off: !isOffAlone, more: true, waste: false, running: false, new: false };

  function itemsOf(name: SectionName, members: readonly ListedVm[]): readonly ListItem[] {
    const group = groups.find((each) => each.name === name)?.members ?? [];
    const isOpen = opened[name] ?? (isFiltered || !isClosed[name]);
    const totals = totalsOf(name, name === 'new' || name === 'more' ? members : group);
    // The rows keep their height while they keep their places.
    const kind = name === 'running' || name === 'new' ? 'row' : 'line';
    const isLimited = name === 'waste' && !isFiltered && hasRunning && members.length > MAX_WASTE;
    const shown = isLimited ? members.slice(0, MAX_WASTE) : members;
    return [
      { kind: 'heading', key: `group:${name}`, name, isOpen, ...totals },
      ...(isOpen ? shown.map((listed) => ({ kind, key: listed.key, listed }) as const) : []),
      ...(isOpen && isLimited ? itemsOf('more', members.slice(MAX_WASTE)) : []),
    ];
  }

  return sections.flatMap(({ name, members }) => itemsOf(name, members));
}
