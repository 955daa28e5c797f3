export { startGpuLoad } from './gpu-load.ts';
