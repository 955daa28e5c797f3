export { runCli } from './run.ts';
