import { encodePng } from './png.ts';
import type { Snapshot } from './raster.ts';

/** Which entry of the file holds a PNG of which size; the second one of a size is for twice the density. */
const ENTRIES = [
  ['icp4', 16],
  ['ic11', 32],
  ['icp5', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
] as const;

export const ICNS_SIZES = [...new Set(ENTRIES.map(([, size]) => size))];

function block(type: string, data: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 'latin1');
  header.writeUInt32BE(header.length + data.length, 4);
  return Buffer.concat([header, data]);
}

/** The snapshots as one icon of macOS. @param snapshots one of each of `ICNS_SIZES` */
export function encodeIcns(snapshots: readonly Snapshot[]): Buffer {
  const files = new Map(snapshots.map((snapshot) => [snapshot.size, encodePng(snapshot)]));
  const blocks = ENTRIES.flatMap(([type, size]) => {
    const file = files.get(size);
    return file === undefined ? [] : [block(type, file)];
  });
  return block('icns', Buffer.concat(blocks));
}
