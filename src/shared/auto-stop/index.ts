export type * from './armed-stop.ts';
export * from './auto-stop.ts';
export * from './parse-auto-stop.ts';
