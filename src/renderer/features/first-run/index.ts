export { ThresholdQuestion } from './threshold-question.tsx';
export { Welcome } from './welcome.tsx';
