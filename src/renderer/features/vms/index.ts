export { clearFilter, useListView } from './list-view.ts';
export { VmList } from './vm-list.tsx';
