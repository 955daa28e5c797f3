import { create } from 'zustand';
import type { VmGroupName } from '../../../shared/vms/vm-groups.ts';

/** A group; `more`: the others of `waste`; `new`: VMs that arrived while rows kept their places. */
export type SectionName = VmGroupName | 'more' | 'new';

export const LIST_ORDERS = ['rate', 'age', 'name'] as const;

export type ListOrder = (typeof LIST_ORDERS)[number];

interface ListView {
  readonly query: string;
  readonly order: ListOrder;
  /** The sections that the user opened or closed; while the list is filtered, since the last change of the filter. */
  readonly opened: Readonly<Partial<Record<SectionName, boolean>>>;
  /** The row that keyboard actions apply to; null: none yet. */
  readonly activeKey: string | null;
  readonly scrollTop: number;
  /** As they were before the list was filtered. */
  readonly unfiltered: Pick<ListView, 'opened' | 'scrollTop'>;
}

/** Outlives the list, which is unchanged after a visit to another screen. */
export const useListView = create<ListView>(() => ({
  query: '',
  order: 'rate',
  opened: {},
  activeKey: null,
  scrollTop: 0,
  unfiltered: { opened: {}, scrollTop: 0 },
}));

/** Shows a filtered list from its top, and the whole list again as it was. */
export function setFilter(query: string): void {
  useListView.setState(({ query: before, opened, scrollTop, ...view }) => {
    const unfiltered = before === '' ? { opened, scrollTop } : view.unfiltered;
    return { query, unfiltered, ...(query === '' ? unfiltered : { opened: {}, scrollTop: 0 }) };
  });
}

export function toggleAccount(name: string): void {
  const query = `@${name}`;
  setFilter(useListView.getState().query === query ? '' : query);
}

export function clearFilter(): boolean {
  if (useListView.getState().query === '') return false;
  setFilter('');
  return true;
}
