export * from './idleness.ts';
export * from './listed-load.ts';
export * from './login-obstacle.ts';
export * from './status-phrase.ts';
export * from './vm-fields.ts';
export * from './vm-groups.ts';
export * from './vm-menu.ts';
export * from './vm-offers.ts';
