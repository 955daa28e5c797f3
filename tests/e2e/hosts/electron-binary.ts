import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Where Electron's binary is; null when it has not been downloaded. Looks without downloading it, unlike `electron` itself. */
export function electronBinary(): string | null {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const name = join(folder, 'path.txt');
  const own = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? '';
  // Both as in `electron` itself: an own build needs no download, and then that file is not there.
  if (!existsSync(name) && own === '') return null;
  const file = existsSync(name) ? readFileSync(name, 'utf8').trim() : 'electron';
  const binary = join(own === '' ? join(folder, 'dist') : own, file);
  return existsSync(binary) ? binary : null;
}
