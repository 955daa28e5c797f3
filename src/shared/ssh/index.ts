export * from './ssh-state.ts';
