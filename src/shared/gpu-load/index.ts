export * from './gpu-load.ts';
