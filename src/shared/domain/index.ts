export * from './account-state.ts';
export * from './billing.ts';
export * from './offer.ts';
export * from './problem.ts';
export * from './rank.ts';
export * from './totals.ts';
export * from './vm.ts';
export * from './vm-order.ts';
