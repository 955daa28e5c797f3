import { once } from 'node:events';
import { connect } from 'node:net';

// Just enough of D-Bus (https://dbus.freedesktop.org/doc/dbus-specification.html) to own a name and answer calls: no
// command-line tool can do that and keep running. Little endian, as the bus and its tools are on x64 and arm64.

const BUS = 'org.freedesktop.DBus';
/** Message types. */
const CALL = 1;
const RETURN = 2;
const ERROR = 3;
/** Header fields. */
const PATH = 1;
const INTERFACE = 2;
const MEMBER = 3;
const ERROR_NAME = 4;
const REPLY_SERIAL = 5;
const DESTINATION = 6;
const SENDER = 7;
const SIGNATURE = 8;

/** Marshals values; each is aligned to its size. */
export class Writer {
  private bytes: Buffer = Buffer.alloc(0);

  align(size: number): this {
    return this.raw(Buffer.alloc((size - (this.bytes.length % size)) % size));
  }

  raw(bytes: Uint8Array): this {
    this.bytes = Buffer.concat([this.bytes, bytes]);
    return this;
  }

  uint32(value: number): this {
    const word = Buffer.alloc(4);
    word.writeUInt32LE(value);
    return this.align(4).raw(word);
  }

  text(value: string): this {
    return this.uint32(Buffer.byteLength(value)).raw(Buffer.from(`${value}\0`));
  }

  signature(value: string): this {
    return this.raw(Buffer.of(value.length)).raw(Buffer.from(`${value}\0`));
  }

  /** @param size the alignment of an element @param write writes all elements, at their final offset */
  array(size: number, write: (elements: Writer) => void): this {
    this.uint32(0);
    const lengthAt = this.bytes.length - 4;
    this.align(size);
    const start = this.bytes.length;
    write(this);
    this.bytes.writeUInt32LE(this.bytes.length - start, lengthAt);
    return this;
  }

  take(): Buffer {
    return this.bytes;
  }
}

/** A body and its signature. */
export interface Body {
  readonly signature: string;
  readonly bytes: Buffer;
}

const NOTHING: Body = { signature: '', bytes: Buffer.alloc(0) };

function message(
  type: number,
  serial: number,
  fields: readonly (readonly [code: number, type: 'o' | 's' | 'u', value: string | number])[],
  { signature, bytes }: Body,
): Buffer {
  return new Writer()
    .raw(Buffer.of('l'.charCodeAt(0), type, 0, 1))
    .uint32(bytes.length)
    .uint32(serial)
    .array(8, (list) => {
      for (const [code, kind, value] of fields) {
        list.align(8).raw(Buffer.of(code)).signature(kind);
        if (typeof value === 'number') list.uint32(value);
        else list.text(value);
      }
      if (signature !== '')
        list.align(8).raw(Buffer.of(SIGNATURE)).signature('g').signature(signature);
    })
    .align(8)
    .raw(bytes)
    .take();
}

interface Received {
  readonly type: number;
  readonly serial: number;
  readonly fields: ReadonlyMap<number, string | number>;
  /** The strings that the body begins with. */
  readonly texts: readonly string[];
  readonly body: Buffer;
}

function readText(bytes: Buffer, offset: number): { readonly value: string; readonly end: number } {
  const start = Math.ceil(offset / 4) * 4 + 4;
  const end = start + bytes.readUInt32LE(start - 4);
  return { value: bytes.toString('utf8', start, end), end: end + 1 };
}

function readFields(bytes: Buffer, from: number, to: number): Map<number, string | number> {
  const fields = new Map<number, string | number>();
  for (let offset = from; offset < to; ) {
    offset = Math.ceil(offset / 8) * 8;
    const code = bytes.readUInt8(offset);
    const kind = String.fromCharCode(bytes.readUInt8(offset + 2));
    if (kind === 's' || kind === 'o') {
      const { value, end } = readText(bytes, offset + 4);
      fields.set(code, value);
      offset = end;
    } else if (kind === 'g') {
      const length = bytes.readUInt8(offset + 4);
      fields.set(code, bytes.toString('utf8', offset + 5, offset + 5 + length));
      offset += 6 + length;
    } else {
      fields.set(code, bytes.readUInt32LE(offset + 4));
      offset += 8;
    }
  }
  return fields;
}

/** The first complete message and its length; null: more bytes are needed. */
function readMessage(
  bytes: Buffer,
): { readonly received: Received; readonly length: number } | null {
  if (bytes.length < 16) return null;
  const fieldsEnd = 16 + bytes.readUInt32LE(12);
  const bodyAt = Math.ceil(fieldsEnd / 8) * 8;
  const length = bodyAt + bytes.readUInt32LE(4);
  if (bytes.length < length) return null;
  const fields = readFields(bytes, 16, fieldsEnd);
  const texts: string[] = [];
  const body = bytes.subarray(bodyAt, length);
  for (
    let offset = 0;
    texts.length < (/^s*/.exec(String(fields.get(SIGNATURE) ?? ''))?.[0].length ?? 0);
  ) {
    const { value, end } = readText(body, offset);
    texts.push(value);
    offset = end;
  }
  const [type, serial] = [bytes.readUInt8(1), bytes.readUInt32LE(8)];
  return { received: { type, serial, fields, texts, body }, length };
}

/** A call to us. */
export interface BusCall {
  readonly path: string;
  readonly member: string;
  readonly sender: string;
  /** Its arguments, which are strings. */
  readonly texts: readonly string[];
  /** All its arguments, as they were sent. */
  readonly body: Buffer;
}

/**
 * Takes a name on a bus and answers its calls until it is closed.
 * @param address of a bus on a file system socket
 * @param answer null: not supported; a string: the text of another error
 */
export async function serveOnBus(
  address: string,
  name: string,
  answer: (call: BusCall) => Body | string | null,
): Promise<{ close(): Promise<void> }> {
  const socket = connect(address.replace(/^unix:path=/, ''));
  await once(socket, 'connect');
  const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
  const [reply]: unknown[] = await once(socket, 'data');
  if (!String(reply).startsWith('OK')) throw new Error(`The bus refused to authenticate: ${reply}`);
  socket.write('BEGIN\r\n');

  let serial = 0;
  const send = (type: number, fields: Parameters<typeof message>[2], body: Body) => {
    serial += 1;
    socket.write(message(type, serial, fields, body));
  };
  const replies = Promise.withResolvers<void>();
  let awaited = 2;
  let bytes = Buffer.alloc(0);
  socket.on('close', () => replies.reject(new Error('The bus closed the connection')));
  socket.on('data', (part) => {
    bytes = Buffer.concat([bytes, part]);
    for (let next = readMessage(bytes); next !== null; next = readMessage(bytes)) {
      bytes = bytes.subarray(next.length);
      receive(next.received);
    }
  });

  function receive({ type, serial: asked, fields, texts, body: sent }: Received): void {
    if (type === ERROR) replies.reject(new Error(`The bus refused: ${texts.join(' ')}`));
    if (type === RETURN) {
      awaited -= 1;
      if (awaited === 0) replies.resolve();
    }
    if (type !== CALL) return;
    const text = (field: number) => String(fields.get(field) ?? '');
    const body = answer({
      path: text(PATH),
      member: `${text(INTERFACE)}.${text(MEMBER)}`,
      sender: text(SENDER),
      texts,
      body: sent,
    });
    const to = [
      [REPLY_SERIAL, 'u', asked],
      [DESTINATION, 's', text(SENDER)],
    ] as const;
    const fail = (name: string, text: Body) =>
      send(ERROR, [...to, [ERROR_NAME, 's', `${BUS}.Error.${name}`]], text);
    if (body === null) fail('NotSupported', NOTHING);
    else if (typeof body === 'string')
      fail('Failed', { signature: 's', bytes: new Writer().text(body).take() });
    else send(RETURN, to, body);
  }

  const callBus = (member: string, body: Body) =>
    send(
      CALL,
      [
        [PATH, 'o', '/org/freedesktop/DBus'],
        [INTERFACE, 's', BUS],
        [MEMBER, 's', member],
        [DESTINATION, 's', BUS],
      ],
      body,
    );
  callBus('Hello', NOTHING);
  callBus('RequestName', { signature: 'su', bytes: new Writer().text(name).uint32(0).take() });
  await replies.promise;
  return {
    async close() {
      const closed = once(socket, 'close');
      socket.destroy();
      await closed;
    },
  };
}
