export { spawnKeytar } from './spawn-keytar.ts';
