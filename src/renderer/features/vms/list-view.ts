import { create } from 'zustand';
import type { SectionName } from './list-items.ts';

/** The sort orders of the list: highest rate, newest, or first by name. */
export const LIST_ORDERS = ['rate', 'age', 'name'] as const;

export type ListOrder = (typeof LIST_ORDERS)[number];

interface ListView {
  /** The filter. */
  readonly query: string;
  readonly order: ListOrder;
  readonly closedSections: readonly SectionName[];
  /** The row that keyboard actions apply to; null: none yet. */
  readonly activeKey: string | null;
  /** px. */
  readonly scrollTop: number;
  /** `scrollTop` before the list was filtered; null: it is not filtered. */
  readonly unfilteredTop: number | null;
}

/** Lives as long as the page, so that the list is unchanged after a visit to another screen. */
export const useListView = create<ListView>(() => ({
  query: '',
  order: 'rate',
  closedSections: ['destroyed'],
  activeKey: null,
  scrollTop: 0,
  unfilteredTop: null,
}));

/** Returns whether there was a filter to clear. */
export function clearFilter(): boolean {
  if (useListView.getState().query === '') return false;
  useListView.setState({ query: '' });
  return true;
}

export function toggleSection(name: SectionName): void {
  useListView.setState(({ closedSections }) => ({
    closedSections: closedSections.includes(name)
      ? closedSections.filter((closed) => closed !== name)
      : [...closedSections, name],
  }));
}
