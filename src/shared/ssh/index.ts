export * from './shell-only.ts';
export * from './ssh-state.ts';
