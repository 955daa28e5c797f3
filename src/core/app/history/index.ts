export { startHistory } from './history.ts';
