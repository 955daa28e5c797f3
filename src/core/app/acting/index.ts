export { notePolls, startActing } from './acting.ts';
export { viewDelivery, watchHolder } from './viewer.ts';
