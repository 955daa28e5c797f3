import { Readable } from 'node:stream';

/** A captive portal's idea of a JSON API. */
export const PORTAL_PAGE = `<!doctype html>
<html><head><title>Welcome to the guest network</title></head>
<body><form action="/signin"><button>Accept and connect</button></form></body></html>
`;

const CHUNK = Buffer.alloc(64 * 1024, 'a');

/** One JSON string that is `bytes` bytes long, quotes included, made as fast as it is read and no faster. */
export function enormousJson(bytes: number): Readable {
  function* chunks() {
    yield Buffer.from('"');
    let left = bytes - 2;
    for (; left >= CHUNK.length; left -= CHUNK.length) yield CHUNK;
    yield CHUNK.subarray(0, left);
    yield Buffer.from('"');
  }
  return Readable.from(chunks(), { objectMode: false });
}

/** `value` with its structure kept and every figure, text and flag replaced by something of another type. */
export function withWrongTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withWrongTypes);
  switch (typeof value) {
    case 'string':
      return 7;
    case 'number':
      return { amount: 'seven' };
    case 'boolean':
      return 'yes';
    case 'object':
      if (value === null) return ['null'];
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [key, withWrongTypes(inner)]),
      );
    default:
      return value;
  }
}
