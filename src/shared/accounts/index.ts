export * from './account-names.ts';
export * from './accounts-slice.ts';
