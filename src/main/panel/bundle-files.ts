import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

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

/** Reads the built panel once, at start. Files of a kind that no page of ours loads are left out. */
export async function readBundleFiles(folder: string): Promise<BundleFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const read = files.map(async ({ parentPath, name }): Promise<[string, BundleFile][]> => {
    const type = TYPES[extname(name)];
    if (type === undefined) return [];
    const path = join(parentPath, name);
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    return [[address, { type, content: new Uint8Array(await readFile(path)) }]];
  });
  return new Map((await Promise.all(read)).flat());
}
