export { App } from './app.tsx';
export { startViewKeeper } from './view-keeper.ts';
