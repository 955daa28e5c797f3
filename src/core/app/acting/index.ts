export { startActing } from './acting.ts';
