export { useListView } from './list-view.ts';
export { VmList } from './vm-list.tsx';
export { type VmOffers, vmOffers } from './vm-offers.ts';
