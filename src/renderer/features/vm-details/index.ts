export { VmDetails } from './vm-details.tsx';
