export { startMessages } from './messages.ts';
