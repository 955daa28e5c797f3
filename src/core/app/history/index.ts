export { startHistory, viewHistory } from './history.ts';
