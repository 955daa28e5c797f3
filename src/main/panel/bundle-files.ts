import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/** A file's bytes, and the `Content-Type` that they are sent with. */
export interface BundleFile {
  readonly type: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** The panel's files by their path in the address, such as `/index.html`. Nothing else can be asked for. */
export type BundleFiles = ReadonlyMap<string, BundleFile>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/**
 * Reads the built panel once, at start. Files of a kind that no page of ours loads are left out. Names only are asked for:
 * inside an archive Electron mixes up the types that `withFileTypes` gives (electron/electron `lib/node/asar-fs-wrapper.ts`).
 */
export async function readBundleFiles(folder: string): Promise<BundleFiles> {
  const names = await readdir(folder, { recursive: true });
  const read = names.map(async (name): Promise<[string, BundleFile][]> => {
    const type = TYPES[extname(name)];
    if (type === undefined) return [];
    const content = new Uint8Array(await readFile(join(folder, name)));
    return [[`/${name.split(sep).join('/')}`, { type, content }]];
  });
  return new Map((await Promise.all(read)).flat());
}
