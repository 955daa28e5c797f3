export { addressSchema, hostOf, type MessageAddress, type SendTo } from './address.ts';
export { openMessages } from './messages.ts';
export { type PostFailure, post } from './post.ts';
