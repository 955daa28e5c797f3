import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// Since Electron 42 the npm package downloads its binary on first use, not at install.

const require = createRequire(import.meta.url);
const FOLDER = dirname(require.resolve('electron/package.json'));
export const ELECTRON_INSTALL = join(FOLDER, 'install.js');

const MAX_MS = 30_000;
/** Characters of an error shown on one line. */
const MAX_ERROR = 120;

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

/** Why the demo does not download Electron; null when it does: in a desktop session with a user that can run it. */
export function whyNotDownloaded(
  env: Readonly<NodeJS.ProcessEnv>,
  platform: NodeJS.Platform,
  isRoot: boolean,
): string | null {
  if (env['ELECTRON_SKIP_BINARY_DOWNLOAD']) return 'ELECTRON_SKIP_BINARY_DOWNLOAD is set';
  if (env['CI']) return 'Electron is not installed, and CI is set';
  if (!hasDisplay(env, platform)) return 'Electron is not installed, and there is no display';
  return isRoot && platform === 'linux'
    ? 'Electron is not installed, and does not run as root'
    : null;
}

/** Whether programs can open windows here. */
export function hasDisplay(env: Readonly<NodeJS.ProcessEnv>, platform: NodeJS.Platform): boolean {
  return platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

/** Downloads Electron's binary, for at most half a minute. Resolves to null, or to why it failed in one line. */
export async function downloadElectron(
  script: string = ELECTRON_INSTALL,
  timeoutMs: number = MAX_MS,
): Promise<string | null> {
  const child = spawn(process.execPath, [script], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  await once(child, 'close');
  if (child.exitCode === 0) return null;
  if (child.signalCode !== null) return `the download took longer than ${timeoutMs / 1000} s`;
  const error = /Error: (.+)/.exec(stderr)?.[1] ?? '';
  return ['the download failed', error.slice(0, MAX_ERROR)].filter(Boolean).join(': ');
}
