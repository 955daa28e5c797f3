export { gpuWords } from './gpu-words.ts';
export { clearFilter } from './list-view.ts';
export { VmList } from './vm-list.tsx';
