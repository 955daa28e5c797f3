import { z } from 'zod';

/** An entry of the header: a folder, or a file in the archive or beside it. */
const node = z.union([
  z.object({
    get files() {
      return z.record(z.string(), node);
    },
  }),
  z.object({ size: z.number(), unpacked: z.literal(true) }),
  z.object({ size: z.number(), offset: z.string() }),
]);
type Node = z.infer<typeof node>;

export interface Archive {
  /** Paths with forward slashes. */
  readonly packed: readonly string[];
  readonly unpacked: readonly string[];
  read(path: string): string;
}

/** Byte offsets of the header. */
const HEADER_LENGTH_AT = 4;
const TEXT_LENGTH_AT = 12;
const TEXT_AT = 16;

function* walk(path: string, entry: Node): Generator<readonly [path: string, file: Node]> {
  if (!('files' in entry)) {
    yield [path, entry];
    return;
  }
  for (const [name, child] of Object.entries(entry.files))
    yield* walk(path === '' ? name : `${path}/${name}`, child);
}

/** Reads an ASAR archive (electron/asar, "Format"). */
export function readArchive(archive: Buffer): Archive {
  const text = archive.toString('utf8', TEXT_AT, TEXT_AT + archive.readUInt32LE(TEXT_LENGTH_AT));
  const start = 8 + archive.readUInt32LE(HEADER_LENGTH_AT);
  const files = new Map(walk('', node.parse(JSON.parse(text))));
  const ofKind = (key: string) =>
    [...files].filter(([, file]) => key in file).map(([path]) => path);
  return {
    packed: ofKind('offset'),
    unpacked: ofKind('unpacked'),
    read(path) {
      const file = files.get(path);
      if (file === undefined || !('offset' in file)) throw new Error(`not in the archive: ${path}`);
      const offset = start + Number(file.offset);
      return archive.toString('utf8', offset, offset + file.size);
    },
  };
}
