export * from './alert.ts';
export * from './app-patch.ts';
export * from './app-state.ts';
export * from './app-totals.ts';
export * from './preferences.ts';
export * from './ssh-state.ts';
export * from './vm-menu.ts';
