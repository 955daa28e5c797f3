export { clearFilter } from './list-view.ts';
export { gpuLabel } from './messages.ts';
export { VmList } from './vm-list.tsx';
