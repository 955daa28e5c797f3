export * from './freshness.ts';
export * from './polling-slice.ts';
