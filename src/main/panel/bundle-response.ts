import type { BundleFiles } from './bundle-files.ts';

/** The panel's address: a scheme and a host of our own, so that no file of the disk and no page of the web is same-origin. */
export const BUNDLE_SCHEME = 'app';
const BUNDLE_HOST = 'bundle';
/** The only page there is. */
export const BUNDLE_ADDRESS = `${BUNDLE_SCHEME}://${BUNDLE_HOST}/index.html`;

/** Nothing but our own files, no connection anywhere, no way to make a script of a string. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** The answer to a request for `app://…`: a file that was read at start, or nothing at all. */
export function bundleResponse(
  files: BundleFiles,
  { method, url }: { readonly method: string; readonly url: string },
): Response {
  if (method !== 'GET') return new Response(null, { status: 405, headers: HEADERS });
  const address = URL.parse(url);
  const isOurs = address?.protocol === `${BUNDLE_SCHEME}:` && address.host === BUNDLE_HOST;
  // The path as it stands: an encoded one is no name of a file, and so finds none.
  const file = isOurs ? files.get(address.pathname) : undefined;
  if (file === undefined) return new Response(null, { status: 404, headers: HEADERS });
  return new Response(file.content, { headers: { ...HEADERS, 'content-type': file.type } });
}
