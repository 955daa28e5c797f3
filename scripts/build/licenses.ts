import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const NAME = 'virtual:licenses';

/** Packages with the same license text. */
export interface License {
  /** Such as `react 19.3.1`. */
  readonly packages: readonly string[];
  /** SPDX identifier. */
  readonly license: string;
  readonly text: string;
}

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  /** Needed for development, or optional. */
  readonly devOptional?: boolean;
}

function licenseText(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.|$)/i.test(name));
  return file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
}

/** The packages that the app is built from, and Electron. @param root the folder of package-lock.json */
export function readLicenses(root: string): readonly License[] {
  const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  const used = Object.entries(lock.packages).filter(
    ([path, { dev, devOptional }]) =>
      path === 'node_modules/electron' || (path !== '' && dev !== true && devOptional !== true),
  );
  const byText = new Map<string, License>();
  for (const [path, { version = '', license = 'unknown' }] of used) {
    const text = licenseText(join(root, path));
    const key = `${license}\n${text}`;
    const name = `${path.slice(path.lastIndexOf('node_modules/') + 13)} ${version}`;
    const packages = [...(byText.get(key)?.packages ?? []), name];
    byText.set(key, { packages, license, text });
  }
  return [...byText.values()];
}

/** Makes the licenses importable as `virtual:licenses`. */
export function licenses(root: string): Plugin {
  return {
    name: 'licenses',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) =>
      id === `\0${NAME}` ? `export const licenses = ${JSON.stringify(readLicenses(root))};` : null,
  };
}
