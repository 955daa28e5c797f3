import { create } from 'zustand';
import type { GroupName } from './vm-groups.ts';
import type { Order } from './vm-order.ts';

interface ListView {
  readonly query: string;
  readonly order: Order;
  readonly closedGroups: readonly GroupName[];
  /** The row that the keys mean; null: none yet. */
  readonly activeKey: string | null;
  /** Kept, so that one comes back to where one was. */
  readonly scrollTop: number;
}

/** How the list is looked at. It outlives the screens above the list, and ends with the panel. */
export const useListView = create<ListView>(() => ({
  query: '',
  order: 'rate',
  closedGroups: ['destroyed'],
  activeKey: null,
  scrollTop: 0,
}));

export function toggleGroup(name: GroupName): void {
  useListView.setState(({ closedGroups }) => ({
    closedGroups: closedGroups.includes(name)
      ? closedGroups.filter((closed) => closed !== name)
      : [...closedGroups, name],
  }));
}
