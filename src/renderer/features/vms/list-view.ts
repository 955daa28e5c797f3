import { create } from 'zustand';
import type { VmGroupName } from '../../../shared/vms/vm-groups.ts';

/** A group; `new`: VMs that arrived while rows kept their places. */
export type SectionName = VmGroupName | 'new';

type Opened = Readonly<Partial<Record<SectionName, boolean>>>;

/** The sort orders of the list: highest rate, newest, or first by name. */
export const LIST_ORDERS = ['rate', 'age', 'name'] as const;

export type ListOrder = (typeof LIST_ORDERS)[number];

interface ListView {
  readonly query: string;
  readonly order: ListOrder;
  /** The sections that the user opened or closed, without a filter. */
  readonly opened: Opened;
  /** All idle and stuck VMs are shown, also while others run. */
  readonly isWasteWhole: boolean;
  /** As `opened`, while the list is filtered. */
  readonly openedResults: Opened;
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
  opened: {},
  isWasteWhole: false,
  openedResults: {},
  activeKey: null,
  scrollTop: 0,
  unfilteredTop: null,
}));

/** Filters the list. Its groups are open at first, to show all results. */
export function setFilter(query: string): void {
  useListView.setState({ query, openedResults: {} });
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

const isFiltered = ({ query }: ListView) => query.trim() !== '';

export function useOpened(): Opened {
  return useListView((view) => (isFiltered(view) ? view.openedResults : view.opened));
}

export function openSection(name: SectionName, isOpen: boolean): void {
  useListView.setState((view) => {
    const list = isFiltered(view) ? 'openedResults' : 'opened';
    return { [list]: { ...view[list], [name]: isOpen } };
  });
}
