export * from './app-patch.ts';
export * from './app-state.ts';
export * from './lookups.ts';
