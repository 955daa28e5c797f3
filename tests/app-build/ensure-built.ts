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

/** The last file written by each of the three builds. */
export const BUNDLES = ['out/main/index.js', 'out/preload/index.cjs', 'out/renderer/index.html'];

const SOURCES = [
  ...['src/core', 'src/main', 'src/preload', 'src/renderer', 'src/shared'],
  ...['electron.vite.config.ts', 'package.json', 'package-lock.json'],
];

/**
 * Builds the bundles when they are missing or a source is newer.
 *
 * @param say called with a line of text before a build
 * @throws with the builder's output when it fails
 */
export function ensureBuilt(say: (text: string) => void): void {
  if (isCurrent(BUNDLES.map(inProject), SOURCES.map(inProject))) return;
  say('Building the app…\n');
  const folder = dirname(createRequire(import.meta.url).resolve('electron-vite/package.json'));
  const cli = join(folder, 'bin/electron-vite.js');
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [cli, 'build'], {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(error?.message ?? `${stdout}\n${stderr}`);
}
