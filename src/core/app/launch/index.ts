export { startLaunches } from './launch.ts';
