import { protocol } from 'electron';
import type { BundleFiles } from './bundle-files.ts';
import { BUNDLE_SCHEME, bundleResponse } from './bundle-response.ts';

/** To be called before the app is ready. */
export function registerBundleScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: BUNDLE_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/** Answers requests for the panel's address from memory. Needs an app that is ready. */
export function serveBundle(files: BundleFiles): void {
  protocol.handle(BUNDLE_SCHEME, (request) => bundleResponse(files, request));
}
