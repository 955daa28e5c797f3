export * from './account-tags.ts';
export * from './accounts-slice.ts';
