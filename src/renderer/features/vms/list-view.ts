import { create } from 'zustand';
import type { ListGroup, ListView } from '../../../shared/app/index.ts';

/** How the list is looked at. It outlives the screens above the list and, kept by main, the panel's window. */
export const useListView = create<ListView>(() => ({
  query: '',
  order: 'rate',
  closedGroups: ['destroyed'],
  activeKey: null,
  scrollTop: 0,
}));

/** Takes the filter away. Answers whether there was one. */
export function clearFilter(): boolean {
  if (useListView.getState().query === '') return false;
  useListView.setState({ query: '' });
  return true;
}

/** Opens or closes a group, also for the next time the panel is opened. */
export function toggleGroup(name: ListGroup): void {
  useListView.setState(({ closedGroups }) => ({
    closedGroups: closedGroups.includes(name)
      ? closedGroups.filter((closed) => closed !== name)
      : [...closedGroups, name],
  }));
}
