import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { argument } from './argument.ts';
import { type ImageSize, readImageFile } from './image-file.ts';
import { strict } from './strict.ts';

/** An image that exists and decodes. */
export interface HostImage {
  readonly path: string;
  readonly size: ImageSize;
  isTemplate(): boolean;
}

export interface NativeImages {
  /** Electron's `nativeImage`. */
  readonly module: object;
  /** An image of this host, or the file of one. @throws when it is neither */
  read(image: unknown): HostImage;
}

function load(path: string): HostImage & { setTemplate(is: boolean): void } {
  if (!isAbsolute(path)) throw new Error(`the icon ${path} has no absolute path`);
  const size = readImageFile(path);
  const twice = path.replace(/(\.\w+)$/, '@2x$1');
  if (existsSync(twice)) {
    const { width, height } = readImageFile(twice);
    if (width !== size.width * 2 || height !== size.height * 2) {
      throw new Error(`the icon ${twice} is not twice the size of ${path}`);
    }
  }
  // Electron takes a name that ends so for a template image.
  let isTemplate = /Template(@\dx)?\.\w+$/.test(path);
  return {
    path,
    size,
    isTemplate: () => isTemplate,
    setTemplate(is) {
      isTemplate = is;
    },
  };
}

export function createNativeImages(): NativeImages {
  const images = new WeakMap<object, HostImage>();
  return {
    module: strict('nativeImage', {
      createFromPath(path: unknown) {
        const image = load(argument('nativeImage.createFromPath', z.string(), path));
        const proxy = strict('NativeImage', {
          isEmpty: () => false,
          getSize: () => image.size,
          isTemplateImage: image.isTemplate,
          setTemplateImage: (is: unknown) =>
            image.setTemplate(argument('NativeImage.setTemplateImage', z.boolean(), is)),
        });
        images.set(proxy, image);
        return proxy;
      },
    }),
    read(image) {
      if (typeof image === 'string') return load(image);
      const found = images.get(Object(image));
      if (found === undefined) throw new TypeError('Image could not be created');
      return found;
    },
  };
}
