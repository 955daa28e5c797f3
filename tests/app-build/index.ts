export { BUNDLES, ensureBuilt } from './ensure-built.ts';
