import { existsSync, readFileSync } from 'node:fs';
import { extname, isAbsolute } from 'node:path';
import { inflateSync } from 'node:zlib';
import { z } from 'zod';
import { argument, strict } from './strict.ts';

/** In pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Samples per pixel, by color type. */
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
  // An interlaced image has a few bytes more.
  if (bitsPerPixel === 0 || inflateSync(Buffer.concat(data)).length < expected) {
    throw new Error('the PNG is truncated');
  }
  return { width, height };
}

function icoSize(bytes: Buffer): ImageSize {
  const count = bytes.readUInt16LE(4);
  if (bytes.readUInt32LE(0) !== 0x0001_0000 || count === 0) throw new Error('no ICO header');
  for (let entry = 0; entry < count; entry += 1) {
    const at = 6 + entry * 16;
    const end = bytes.readUInt32LE(at + 8) + bytes.readUInt32LE(at + 12);
    if (end > bytes.length) throw new Error('the ICO is truncated');
  }
  return { width: bytes.readUInt8(6) || 256, height: bytes.readUInt8(7) || 256 };
}

/** The size of an image file, after checking that it decodes. @throws when it is missing or broken */
function readImageFile(path: string): ImageSize {
  // Electron would silently show an empty image.
  if (!existsSync(path))
    throw new Error(`Failed to load image from path '${path}': it does not exist`);
  try {
    const bytes = readFileSync(path);
    return extname(path) === '.ico' ? icoSize(bytes) : pngSize(bytes);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`the icon ${path} does not decode: ${reason}`, { cause });
  }
}

/** An image file that exists and decodes. */
export interface HostImage {
  readonly path: string;
  readonly size: ImageSize;
  readonly isTemplate: boolean;
}

function load(path: string): HostImage {
  if (!isAbsolute(path)) throw new Error(`the icon ${path} has no absolute path`);
  const size = readImageFile(path);
  const twice = path.replace(/(\.\w+)$/, '@2x$1');
  if (existsSync(twice)) {
    const { width, height } = readImageFile(twice);
    if (width !== size.width * 2 || height !== size.height * 2) {
      throw new Error(`the icon ${twice} is not twice the size of ${path}`);
    }
  }
  // Electron treats this file name as a template image.
  const isTemplate = /Template(@\dx)?\.\w+$/.test(path);
  return { path, size, isTemplate };
}

export function createNativeImages() {
  const images = new WeakMap<object, HostImage>();
  return {
    module: strict('nativeImage', {
      createFromPath(path: unknown) {
        const image = load(argument('nativeImage.createFromPath', z.string(), path));
        const proxy = strict('NativeImage', {});
        images.set(proxy, image);
        return proxy;
      },
    }),
    /** @param image one of this host, or a path. @throws for anything else */
    read(image: unknown): HostImage {
      if (typeof image === 'string') return load(image);
      const found = images.get(Object(image));
      if (found === undefined) throw new TypeError('Image could not be created');
      return found;
    },
  };
}

export type NativeImages = ReturnType<typeof createNativeImages>;
