export * from './offer-groups.ts';
export * from './price-watch.ts';
