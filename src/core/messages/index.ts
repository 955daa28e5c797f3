export { addressSchema, hostOf, type MessageAddress, type SendTo } from './address.ts';
export { bodyFor, textOf } from './message-text.ts';
export { openMessages } from './messages.ts';
export { post } from './post.ts';
