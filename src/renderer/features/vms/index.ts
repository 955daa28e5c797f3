export { canLogIn } from './can-log-in.ts';
export { VmList } from './vm-list.tsx';
