import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { inflateSync } from 'node:zlib';

/** In pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Samples per pixel by the colour type of the header. */
const CHANNELS = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);

function pngSize(bytes: Buffer): ImageSize {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) throw new Error('no PNG signature');
  const data: Buffer[] = [];
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const kind = bytes.toString('latin1', at + 4, at + 8);
    if (kind === 'IDAT') data.push(bytes.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const width = bytes.readUInt32BE(16);
  const height = bytes.readUInt32BE(20);
  const bitsPerPixel = bytes.readUInt8(24) * (CHANNELS.get(bytes.readUInt8(25)) ?? 0);
  const expected = height * (1 + Math.ceil((width * bitsPerPixel) / 8));
  // Only a snapshot with every row there decodes; an interlaced one has some more bytes.
  if (bitsPerPixel === 0 || inflateSync(Buffer.concat(data)).length < expected) {
    throw new Error('the PNG has not all of its rows');
  }
  return { width, height };
}

function icoSize(bytes: Buffer): ImageSize {
  const count = bytes.readUInt16LE(4);
  if (bytes.readUInt32LE(0) !== 0x0001_0000 || count === 0) throw new Error('no ICO header');
  for (let entry = 0; entry < count; entry += 1) {
    const at = 6 + entry * 16;
    const end = bytes.readUInt32LE(at + 8) + bytes.readUInt32LE(at + 12);
    if (end > bytes.length) throw new Error('an image of the ICO is cut off');
  }
  return { width: bytes.readUInt8(6) || 256, height: bytes.readUInt8(7) || 256 };
}

/** The size of a snapshot file, read as far as needed to know that it decodes. @throws when it is missing or broken */
export function readImageFile(path: string): ImageSize {
  // Electron makes an empty image of a missing file, and shows nothing in the tray.
  if (!existsSync(path)) throw new Error(`the icon ${path} does not exist`);
  try {
    const bytes = readFileSync(path);
    return extname(path) === '.ico' ? icoSize(bytes) : pngSize(bytes);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`the icon ${path} does not decode: ${reason}`, { cause });
  }
}
