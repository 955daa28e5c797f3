import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const NAME = 'virtual:licenses';

/** A license text and its packages. */
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
  readonly dependencies?: Readonly<Record<string, string>>;
}

type LockedPackages = Readonly<Record<string, LockedPackage>>;

/** The names of the packages that the source imports, types aside. */
function importedPackages(root: string): readonly string[] {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !file.includes('.test.') && !file.includes('testing'),
  );
  const IMPORT = /(?:^(?:import|export)(?! type)[^;']* from |^import |\bimport\()'([^'.][^']*)'/gm;
  const names = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].map(([, name = '']) => name),
  );
  return [...new Set(names)]
    .filter((name) => !/^(node|virtual):/.test(name))
    .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
}

/** The lockfile's keys of these packages and their dependencies. @param from key of the dependent package */
function withDependencies(
  names: readonly string[],
  packages: LockedPackages,
  from = '',
  found = new Set<string>(),
): ReadonlySet<string> {
  for (const name of names) {
    const nested = `${from}/node_modules/${name}`;
    const key = nested in packages ? nested : `node_modules/${name}`;
    const locked = packages[key];
    if (locked === undefined || found.has(key)) continue;
    found.add(key);
    withDependencies(Object.keys(locked.dependencies ?? {}), packages, key, found);
  }
  return found;
}

function licenseText(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.|$)/i.test(name));
  return file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
}

/** The packages that the app is built from, and Electron. @param root the folder of package-lock.json */
export function readLicenses(root: string): readonly License[] {
  const { packages: locked }: { readonly packages: LockedPackages } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  const bundled = importedPackages(root).filter((name) => name !== 'electron');
  // The installer of the electron package is not in the app.
  const used = [
    'node_modules/electron',
    // Its style sheet is in the app, and no source imports it.
    'node_modules/tailwindcss',
    ...withDependencies(bundled, locked),
  ].toSorted();
  const byText = new Map<string, License>();
  for (const path of used) {
    const { version = '', license = 'unknown' } = locked[path] ?? {};
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
