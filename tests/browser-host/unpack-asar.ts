import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A folder or a file. */
interface Entry {
  readonly files?: Readonly<Record<string, Entry>>;
  /** Missing for an unpacked file. */
  readonly offset?: string;
  readonly size?: number;
}

/** Sizes of the header and of its JSON (electron/asar, "Format"). */
const HEADER_AT = 4;
const JSON_SIZE_AT = 12;
const JSON_AT = 16;

/**
 * Unpacks an archive to a folder, with the unpacked files in place and beside it in `<folder>.unpacked`, where native modules
 * are loaded from. Node cannot read archives as Electron does.
 */
export function unpackAsar(archive: string, folder: string): void {
  const bytes = readFileSync(archive);
  const content = 8 + bytes.readUInt32LE(HEADER_AT);
  const json = bytes.toString('utf8', JSON_AT, JSON_AT + bytes.readUInt32LE(JSON_SIZE_AT));
  const write = (entry: Entry, path: string) => {
    if (entry.files !== undefined) {
      for (const [name, child] of Object.entries(entry.files)) write(child, join(path, name));
    } else if (entry.offset !== undefined) {
      const start = content + Number(entry.offset);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes.subarray(start, start + (entry.size ?? 0)));
    }
  };
  const header: Entry = JSON.parse(json);
  write(header, folder);
  const unpacked = `${archive}.unpacked`;
  if (!existsSync(unpacked)) return;
  cpSync(unpacked, folder, { recursive: true });
  cpSync(unpacked, `${folder}.unpacked`, { recursive: true });
}
