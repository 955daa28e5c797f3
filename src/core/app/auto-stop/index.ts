export { startAutoStops } from './auto-stop.ts';
