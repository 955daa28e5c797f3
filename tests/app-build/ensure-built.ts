import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { isCurrent } from './is-current.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const inProject = (path: string) => join(PROJECT, path);

/** One of each of the three builds, and the last that each writes. */
export const BUNDLES = ['out/main/index.js', 'out/preload/index.cjs', 'out/renderer/index.html'];

const SOURCES = [
  ...['src/core', 'src/main', 'src/preload', 'src/renderer', 'src/shared'],
  ...['electron.vite.config.ts', 'package.json', 'package-lock.json'],
];

/**
 * Builds the bundles where there are none, or where something that they are made of was written since: nobody is to look at
 * yesterday's app.
 *
 * @param say what is told when that has to be done
 * @throws when it fails, with the builder's words
 */
export function ensureBuilt(say: (text: string) => void): void {
  if (isCurrent(BUNDLES.map(inProject), SOURCES.map(inProject))) return;
  say('Building the app first (electron-vite build) …\n');
  const folder = dirname(createRequire(import.meta.url).resolve('electron-vite/package.json'));
  const cli = join(folder, 'bin/electron-vite.js');
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [cli, 'build'], {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(error?.message ?? `${stdout}\n${stderr}`);
}
