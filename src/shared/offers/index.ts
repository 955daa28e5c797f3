export * from './price-watch.ts';
