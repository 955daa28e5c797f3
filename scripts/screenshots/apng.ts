import { crc32 } from 'node:zlib';

// Animated PNG from PNG pictures of one size and color type (https://www.w3.org/TR/png-3/#apng-frame-based-animation).

export interface Frame {
  readonly png: Buffer;
  readonly ms: number;
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const NO_DISPOSAL = 0;
const REPLACE = 0;

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
}

function uint32(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  numbers.forEach((each, index) => void bytes.writeUInt32BE(each, index * 4));
  return bytes;
}

function uint16(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2);
  numbers.forEach((each, index) => void bytes.writeUInt16BE(each, index * 2));
  return bytes;
}

/** Header and compressed pixels of a PNG. */
function read(png: Buffer) {
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const end = at + 8 + png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: png.subarray(at + 8, end) });
    at = end + 4;
  }
  const of = (name: string) =>
    Buffer.concat(chunks.filter(({ type }) => type === name).map(({ data }) => data));
  return { header: of('IHDR'), pixels: of('IDAT') };
}

/** Plays the frames again and again. @throws Error for frames of different sizes */
export function animate(frames: readonly Frame[]): Buffer {
  const pictures = frames.map(({ png, ms }) => ({ ...read(png), ms }));
  const [first] = pictures;
  if (first === undefined) throw new Error('no frames');
  let sequence = 0;
  const next = () => uint32(sequence++);
  const chunks = pictures.flatMap(({ header, pixels, ms }, index) => {
    if (!header.equals(first.header)) throw new Error('frames of different sizes');
    const place = [header.subarray(0, 8), uint32(0, 0), uint16(ms, 1_000)];
    const control = Buffer.concat([next(), ...place, Buffer.from([NO_DISPOSAL, REPLACE])]);
    const data =
      index === 0 ? chunk('IDAT', pixels) : chunk('fdAT', Buffer.concat([next(), pixels]));
    return [chunk('fcTL', control), data];
  });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', first.header),
    chunk('acTL', uint32(frames.length, 0)),
    ...chunks,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
