import { encodePng } from './png.ts';
import type { Snapshot } from './raster.ts';

/** From this size on Windows expects a PNG in the file, below it a bitmap is what every reader knows. */
const PNG_SIZE = 256;
const DIRECTORY_BYTES = 6;
const ENTRY_BYTES = 16;
const BITMAP_HEADER_BYTES = 40;

/** A 32 bit bitmap without its file header: blue, green, red, opacity, bottom row first, then an empty mask. */
function bitmap({ size, pixels }: Snapshot): Buffer {
  const maskStride = Math.ceil(size / 32) * 4;
  const file = Buffer.alloc(BITMAP_HEADER_BYTES + size * size * 4 + maskStride * size);
  file.writeUInt32LE(BITMAP_HEADER_BYTES, 0);
  file.writeInt32LE(size, 4);
  // Twice the height, since the mask counts.
  file.writeInt32LE(size * 2, 8);
  file.writeUInt16LE(1, 12);
  file.writeUInt16LE(32, 14);
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      const from = (row * size + column) * 4;
      const [red = 0, green = 0, blue = 0, opacity = 0] = pixels.subarray(from, from + 4);
      const to = BITMAP_HEADER_BYTES + ((size - 1 - row) * size + column) * 4;
      file.set([blue, green, red, opacity], to);
    }
  return file;
}

/** The snapshots as one icon of Windows. */
export function encodeIco(snapshots: readonly Snapshot[]): Buffer {
  const images = snapshots.map((snapshot) =>
    snapshot.size >= PNG_SIZE ? encodePng(snapshot) : bitmap(snapshot),
  );
  const directory = Buffer.alloc(DIRECTORY_BYTES + ENTRY_BYTES * snapshots.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(snapshots.length, 4);
  let offset = directory.length;
  for (const [index, { size }] of snapshots.entries()) {
    const entry = DIRECTORY_BYTES + ENTRY_BYTES * index;
    const bytes = images[index]?.length ?? 0;
    // 0 stands for 256.
    directory.set([size % 256, size % 256], entry);
    directory.writeUInt16LE(1, entry + 4);
    directory.writeUInt16LE(32, entry + 6);
    directory.writeUInt32LE(bytes, entry + 8);
    directory.writeUInt32LE(offset, entry + 12);
    offset += bytes;
  }
  return Buffer.concat([directory, ...images]);
}
