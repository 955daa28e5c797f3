export * from './auto-stop.ts';
