import { BUNDLE_ADDRESS } from './bundle-response.ts';

/** Written in by the bundler: true under `npm run dev`, and what hangs on it is not in any other build. */
declare const IS_DEV_SERVER: boolean;

/** Where the panel is loaded from: our own scheme, or the server that reloads it while somebody works on it. */
export function panelAddress(): URL {
  const server = IS_DEV_SERVER ? process.env['ELECTRON_RENDERER_URL'] : undefined;
  return new URL(server ?? BUNDLE_ADDRESS);
}
