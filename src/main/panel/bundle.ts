import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/** A scheme of our own, so that no file and no website is same-origin with the panel. */
export const BUNDLE_SCHEME = 'app';
const BUNDLE_HOST = 'bundle';
/** The only page. */
export const BUNDLE_ADDRESS = `${BUNDLE_SCHEME}://${BUNDLE_HOST}/index.html`;

/** Only our own files, no connections, no script from a string. */
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

/** The bundler sets it: true under `npm run dev` only. */
declare const IS_DEV_SERVER: boolean;

/** The panel's address: the bundle, or the development server that reloads it on changes. */
export function panelAddress(): URL {
  const server = IS_DEV_SERVER ? process.env['ELECTRON_RENDERER_URL'] : undefined;
  return new URL(server ?? BUNDLE_ADDRESS);
}

/** Every file that can be requested, by its path in the URL, such as `/index.html`. */
export type BundleFiles = Awaited<ReturnType<typeof readBundleFiles>>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Reads the built panel. Without `withFileTypes`, which is wrong inside an archive (electron/electron, `lib/node/asar-fs-wrapper.ts`). */
export async function readBundleFiles(folder: string) {
  const names = await readdir(folder, { recursive: true });
  const read = names.map(async (name) => {
    const type = TYPES[extname(name)];
    if (type === undefined) return [];
    const content = new Uint8Array(await readFile(join(folder, name)));
    return [[['', ...name.split(sep)].join('/'), { type, content }] as const];
  });
  return new Map((await Promise.all(read)).flat());
}

/** The response to a request for `app://…`: a file of the bundle, 404 or 405. */
export function bundleResponse(
  files: BundleFiles,
  { method, url }: { readonly method: string; readonly url: string },
): Response {
  if (method !== 'GET') return new Response(null, { status: 405, headers: HEADERS });
  const address = URL.parse(url);
  const isOurs = address?.protocol === `${BUNDLE_SCHEME}:` && address.host === BUNDLE_HOST;
  // The path is not decoded, so an encoded one matches no file.
  const file = isOurs ? files.get(address.pathname) : undefined;
  if (file === undefined) return new Response(null, { status: 404, headers: HEADERS });
  return new Response(file.content, { headers: { ...HEADERS, 'content-type': file.type } });
}
