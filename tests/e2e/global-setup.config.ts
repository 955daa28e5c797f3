import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { electronBinary } from '../../scripts/electron.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

/** `npm run` and `npx` put electron-vite on the path. */
function buildApp(): void {
  const { status, stdout, stderr } = spawnSync('electron-vite', ['build'], {
    cwd: PROJECT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`electron-vite build failed:\n${stdout}\n${stderr}`);
}

function hostLine(): string {
  const binary = electronBinary();
  return binary === null
    ? 'Host: the browser host (tests/browser-host); Electron is not installed.'
    : `Host: Electron (${binary})`;
}

/** Builds the bundles, and prints the host after the report. */
export default function prepare(): void {
  buildApp();
  // On exit, so that it follows the output of the reporters.
  process.once('exit', () => process.stdout.write(`\n${hostLine()}\n`));
}
