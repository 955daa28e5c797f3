export * from './money.ts';
export * from './text.ts';
export * from './time.ts';
export * from './web-address.ts';
