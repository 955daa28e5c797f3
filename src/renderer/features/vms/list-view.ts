import { create } from 'zustand';

/** The sort orders of the list: highest rate, newest, or first by name. */
export const LIST_ORDERS = ['rate', 'age', 'name'] as const;
/** The groups of the list, in order. */
export const LIST_GROUPS = ['running', 'changing', 'attention', 'stopped', 'destroyed'] as const;

export type ListOrder = (typeof LIST_ORDERS)[number];
export type ListGroup = (typeof LIST_GROUPS)[number];

interface ListView {
  /** The filter. */
  readonly query: string;
  readonly order: ListOrder;
  readonly closedGroups: readonly ListGroup[];
  /** The row that keyboard actions apply to; null: none yet. */
  readonly activeKey: string | null;
  /** px. */
  readonly scrollTop: number;
}

/** Lives as long as the page, so that the list is unchanged after a visit to another screen. */
export const useListView = create<ListView>(() => ({
  query: '',
  order: 'rate',
  closedGroups: ['destroyed'],
  activeKey: null,
  scrollTop: 0,
}));

/** Returns whether there was a filter to clear. */
export function clearFilter(): boolean {
  if (useListView.getState().query === '') return false;
  useListView.setState({ query: '' });
  return true;
}

export function toggleGroup(name: ListGroup): void {
  useListView.setState(({ closedGroups }) => ({
    closedGroups: closedGroups.includes(name)
      ? closedGroups.filter((closed) => closed !== name)
      : [...closedGroups, name],
  }));
}
