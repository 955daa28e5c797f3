export * from './providers.ts';
