export { notePolls, startActing } from './acting.ts';
export { watchHolder } from './watch-holder.ts';
