import { registerHooks } from 'node:module';

// Imported first: `electron` is the stand-in.

const STAND_IN = new URL('./electron-stand-in.mjs', import.meta.url).href;

registerHooks({
  resolve: (name, context, next) =>
    name === 'electron' ? { url: STAND_IN, shortCircuit: true } : next(name, context),
});
