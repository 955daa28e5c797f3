import { constants, crc32, deflateSync } from 'node:zlib';
import type { Snapshot } from './raster.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const RGBA_8_BIT = [8, 6, 0, 0, 0];
/** "The difference to the row above": what stays the same from row to row becomes zeros. */
const FILTER_UP = 2;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function filteredRows({ size, pixels }: Snapshot): Buffer {
  const stride = size * 4;
  const rows = Buffer.alloc((stride + 1) * size);
  for (let row = 0; row < size; row += 1) {
    const start = row * (stride + 1);
    rows[start] = FILTER_UP;
    for (let column = 0; column < stride; column += 1) {
      const above = row === 0 ? 0 : (pixels[(row - 1) * stride + column] ?? 0);
      rows[start + 1 + column] = (pixels[row * stride + column] ?? 0) - above;
    }
  }
  return rows;
}

/**
 * The snapshot as a PNG file. Packed by run lengths only: the faster match finders of zlib differ between processors, and
 * the files in the repository must come out the same on each.
 */
export function encodePng(snapshot: Snapshot): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(snapshot.size, 0);
  header.writeUInt32BE(snapshot.size, 4);
  header.set(RGBA_8_BIT, 8);
  const packed = deflateSync(filteredRows(snapshot), { strategy: constants.Z_RLE, level: 9 });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
