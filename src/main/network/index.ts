export { electronFetch } from './electron-fetch.ts';
export { watchOnline } from './watch-online.ts';
