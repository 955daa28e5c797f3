export { gpuWords } from './gpu-words.ts';
export { VmList } from './vm-list.tsx';
