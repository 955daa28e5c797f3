export { startPriceWatches } from './price-watches.ts';
