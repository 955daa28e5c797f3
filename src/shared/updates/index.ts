export * from './updates-slice.ts';
