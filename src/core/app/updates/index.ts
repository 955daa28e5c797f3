export { startUpdates } from './updates.ts';
