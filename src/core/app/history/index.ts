export { startHistory } from './history.ts';
export { viewHistory } from './view-history.ts';
