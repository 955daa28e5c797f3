export { notePolls, startActing, watchHolder } from './acting.ts';
