export { pathId } from './fields.ts';
export { type Items, readItems } from './items.ts';
export { readList } from './list.ts';
export { type OfferRecord, type OfferValue, offerSchema } from './offer.ts';
export { readRecord } from './record.ts';
export { SPEND_KEYS, spendSchema } from './spend.ts';
export { type Tokens, tokensSchema } from './tokens.ts';
export { USAGE_KEYS, usageSchema } from './usage.ts';
export { vmSchema } from './vm.ts';
