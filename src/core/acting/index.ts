export { type Acts, tryToAct, whoActs } from './acting-lock.ts';
