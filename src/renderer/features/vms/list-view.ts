import { create } from 'zustand';
import type { VmGroupName } from '../../../shared/vms/vm-groups.ts';

/** A group; `new`: VMs that arrived while rows kept their places. */
export type SectionName = VmGroupName | 'new';

/** The sort orders of the list: highest rate, newest, or first by name. */
export const LIST_ORDERS = ['rate', 'age', 'name'] as const;

export type ListOrder = (typeof LIST_ORDERS)[number];

interface ListView {
  readonly query: string;
  readonly order: ListOrder;
  readonly closedSections: readonly SectionName[];
  /** All VMs that need attention are shown, also while others run. */
  readonly isAttentionWhole: boolean;
  /** The closed sections while the list is filtered. */
  readonly closedResults: readonly SectionName[];
  /** The row that keyboard actions apply to; null: none yet. */
  readonly activeKey: string | null;
  readonly scrollTop: number;
  /** `scrollTop` before the list was filtered; null: it is not filtered. */
  readonly unfilteredTop: number | null;
}

/** Outlives the list, which is unchanged after a visit to another screen. */
export const useListView = create<ListView>(() => ({
  query: '',
  order: 'rate',
  closedSections: ['destroyed'],
  isAttentionWhole: false,
  closedResults: [],
  activeKey: null,
  scrollTop: 0,
  unfilteredTop: null,
}));

/** Filters the list. Its groups are open at first, to show all results. */
export function setFilter(query: string): void {
  useListView.setState({ query, closedResults: [] });
}

/** Filters the list by the account of this name, or clears that filter. */
export function toggleAccount(name: string): void {
  const query = `@${name}`;
  setFilter(useListView.getState().query === query ? '' : query);
}

export function clearFilter(): boolean {
  if (useListView.getState().query === '') return false;
  setFilter('');
  return true;
}

function closedList({ query }: ListView): 'closedSections' | 'closedResults' {
  return query.trim() === '' ? 'closedSections' : 'closedResults';
}

export function useClosedSections(): readonly SectionName[] {
  return useListView((view) => view[closedList(view)]);
}

export function toggleSection(name: SectionName): void {
  useListView.setState((view) => {
    const list = closedList(view);
    const others = view[list].filter((closed) => closed !== name);
    return { [list]: others.length < view[list].length ? others : [...others, name] };
  });
}
