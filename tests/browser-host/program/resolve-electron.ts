import { registerHooks } from 'node:module';

const ELECTRON = new URL('../electron/electron-module.ts', import.meta.url).href;

/** From now on `electron`, imported or required, is this host's. */
export function resolveElectron(): void {
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'electron' || specifier === 'electron/main') {
        return { url: ELECTRON, format: 'module-typescript', shortCircuit: true };
      }
      return next(specifier, context);
    },
  });
}
