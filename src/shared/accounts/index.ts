export * from './account-tags.ts';
