export { followPower } from './follow-power.ts';
