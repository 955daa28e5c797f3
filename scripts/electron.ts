import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// Since Electron 42 the npm package downloads its binary on first use, not at install.

const require = createRequire(import.meta.url);
const FOLDER = dirname(require.resolve('electron/package.json'));

/** Path of Electron's binary; null when it is not downloaded. Unlike `require('electron')`, never downloads it. */
export function electronBinary(): string | null {
  const name = join(FOLDER, 'path.txt');
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? '';
  // As in `electron` itself: with an override there may be no path.txt.
  if (!existsSync(name) && override === '') return null;
  const file = existsSync(name) ? readFileSync(name, 'utf8').trim() : 'electron';
  const binary = join(override === '' ? join(FOLDER, 'dist') : override, file);
  return existsSync(binary) ? binary : null;
}

/** Whether programs can open windows here. */
export function hasDisplay(env: Readonly<NodeJS.ProcessEnv>, platform: NodeJS.Platform): boolean {
  return platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

/** Downloads Electron's binary, and prints errors. Returns its path; null: it failed. @param timeout in ms; by default none */
export function downloadElectron(timeout?: number): string | null {
  const options = { stdio: 'inherit', timeout, killSignal: 'SIGKILL' } as const;
  spawnSync(process.execPath, [join(FOLDER, 'install.js')], options);
  return electronBinary();
}
