export { checkThreshold, parseThreshold, thresholdText } from './preference-checks.ts';
export { Settings } from './settings.tsx';
