export { startPolling } from './polling.ts';
