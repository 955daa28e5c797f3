export { createQuitQuestion, startLeaveReminder } from './leave-reminder.ts';
