import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { electronBinary } from '../e2e/hosts/electron-binary.ts';
import { ELECTRON_INSTALL } from './electron-source.ts';
import { startApp } from './start-app.ts';

// `npm start`, after the build, and `npm run dev`: the app in Electron, on your own settings. Since Electron 42 its binary
// is not installed with the package but fetched when it is first wanted.

process.exitCode = startApp(resolve(import.meta.dirname, '../..'), process.argv[2] === 'dev', {
  installed: electronBinary,
  fetch: () => void spawnSync(process.execPath, [ELECTRON_INSTALL], { stdio: 'inherit' }),
  run(command, args) {
    // On Windows what npm puts on the path is a script for its shell.
    const shell = process.platform === 'win32' && command === 'electron-vite';
    return spawnSync(command, args, { stdio: 'inherit', shell }).status ?? 1;
  },
  say: console.log,
  complain: console.error,
});
