export * from './operation-texts.ts';
export * from './operations.ts';
export * from './pending.ts';
