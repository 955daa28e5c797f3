export { checkThreshold, parseThreshold } from './preference-checks.ts';
export { Settings } from './settings.tsx';
