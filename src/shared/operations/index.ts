export * from './operation-texts.ts';
export * from './operations.ts';
