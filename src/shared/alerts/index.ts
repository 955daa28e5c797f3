export * from './alert.ts';
export * from './alert-duration.ts';
export * from './alert-messages.ts';
export * from './alert-rules.ts';
