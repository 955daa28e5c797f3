export * from './accelerator.ts';
export * from './preferences.ts';
