import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

/** Modification time in ms since the epoch; null: missing. */
function writtenAt(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/** The file itself, or every file below the folder except tests. */
function filesOf(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map(({ parentPath, name }) => join(parentPath, name));
}

/**
 * Whether all bundles exist and no source is newer.
 *
 * @param bundles files
 * @param sources files and folders
 */
export function isCurrent(bundles: readonly string[], sources: readonly string[]): boolean {
  const built = bundles.map(writtenAt);
  if (built.includes(null)) return false;
  const oldest = Math.min(...built.filter((time) => time !== null));
  return sources.flatMap(filesOf).every((path) => (writtenAt(path) ?? 0) <= oldest);
}

const PROJECT = resolve(import.meta.dirname, '../..');
const inProject = (path: string) => join(PROJECT, path);

interface Build {
  readonly title: string;
  /** The last file that each of its builds writes. */
  readonly bundles: readonly string[];
  /** Files and folders. */
  readonly sources: readonly string[];
  /** Package and file of the builder's command. */
  readonly builder: readonly [name: string, file: string];
  readonly args: readonly string[];
}

export const APP: Build = {
  title: 'the app',
  bundles: ['out/main/index.js', 'out/preload/index.cjs', 'out/renderer/index.html'],
  sources: [
    ...['src/core', 'src/main', 'src/preload', 'src/renderer', 'src/shared'],
    ...['docs/openapi.yaml', 'docs/providers', 'scripts/build'],
    ...['electron.vite.config.ts', 'package.json', 'package-lock.json'],
  ],
  builder: ['electron-vite', 'bin/electron-vite.js'],
  args: ['build'],
};

export const CLI: Build = {
  title: 'the command line',
  bundles: ['out/cli/main.js', 'out/cli/watch/main.js', 'out/demo/main.js'],
  sources: [
    ...['src/cli', 'src/core', 'src/shared', 'simulator', 'scripts/demo'],
    ...['docs/openapi.yaml', 'docs/providers', 'scripts/build'],
    ...['cli.vite.config.ts', 'package.json', 'package-lock.json'],
  ],
  builder: ['vite', 'bin/vite.js'],
  args: ['build', '--config', 'cli.vite.config.ts'],
};

/**
 * Builds the bundles when they are missing or a source is newer.
 *
 * @param say called with a line of text before a build
 * @throws with the builder's output when it fails
 */
export function ensureBuilt(
  { title, bundles, sources, builder: [name, file], args }: Build,
  say: (text: string) => void = () => {},
): void {
  if (isCurrent(bundles.map(inProject), sources.map(inProject))) return;
  say(`Building ${title}…\n`);
  const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    [join(folder, file), ...args],
    { cwd: PROJECT, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(error?.message ?? `${stdout}\n${stderr}`);
}
