import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { electronBinary } from '../e2e/hosts/electron-binary.ts';

// `npm start`, after the build, and `npm run dev`: the app in Electron, on your own settings. Since Electron 42 its binary
// is not installed with the package but fetched when it is first wanted.

const PROJECT = resolve(import.meta.dirname, '../..');

function fetchedBinary(): string | null {
  console.log('Fetching Electron, once …');
  const install = createRequire(import.meta.url).resolve('electron/install.js');
  spawnSync(process.execPath, [install], { stdio: 'inherit' });
  return electronBinary();
}

const binary = electronBinary() ?? fetchedBinary();
if (binary === null) {
  console.error('Electron could not be fetched, so the app cannot be started on your desktop.');
  console.error('Check that this computer reaches github.com, then run npm start again;');
  console.error('or run npm run demo, which shows the app in a browser without Electron.');
  process.exitCode = 1;
} else {
  const isDev = process.argv[2] === 'dev';
  const [command, args] = isDev ? ['electron-vite', ['dev']] : [binary, [PROJECT]];
  const shell = isDev && process.platform === 'win32';
  process.exitCode = spawnSync(command, args, { stdio: 'inherit', shell }).status ?? 1;
}
