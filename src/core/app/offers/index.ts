export { startCloudOffers } from './cloud-offers.ts';
export { startPriceWatches } from './price-watches.ts';
