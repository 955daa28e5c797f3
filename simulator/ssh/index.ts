export { type Logins, openLogins } from './logins.ts';
