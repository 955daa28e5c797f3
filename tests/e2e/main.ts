import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { electronBinary } from './hosts/electron-binary.ts';

// Builds the app, so that no spec runs against yesterday's, runs the specs, and says last where they ran. Arguments are
// handed on to Playwright.

const PROJECT = resolve(import.meta.dirname, '../..');

/** Runs a program from `node_modules/.bin`, which npm puts on the path, with our own output. */
function run(command: string, args: readonly string[]): number {
  const options = { cwd: PROJECT, stdio: 'inherit', shell: process.platform === 'win32' } as const;
  return spawnSync(command, args, options).status ?? 1;
}

const built = run('electron-vite', ['build', '--logLevel', 'warn']);
if (built === 0) {
  const config = join(import.meta.dirname, 'playwright.config.ts');
  process.exitCode = run('playwright', ['test', '-c', config, ...process.argv.slice(2)]);
} else {
  process.stdout.write('The app could not be built, so no spec ran.\n');
  process.exitCode = built;
}
const binary = electronBinary();
process.stdout.write(
  binary === null
    ? 'Host: the browser host (tests/browser-host); Electron’s binary is not installed here.\n'
    : `Host: Electron (${binary})\n`,
);
