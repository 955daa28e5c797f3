export * from './acting.ts';
