import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { electronBinary } from '../../scripts/electron.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

/** `npm run` and `npx` have put the builder on the path. */
function buildApp(): void {
  const { status, stdout, stderr } = spawnSync('electron-vite', ['build'], {
    cwd: PROJECT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`electron-vite build failed:\n${stdout}\n${stderr}`);
}

function hostWords(): string {
  const binary = electronBinary();
  return binary === null
    ? 'Host: the browser host (tests/browser-host); Electron’s binary is not installed here.'
    : `Host: Electron (${binary})`;
}

/** Builds the bundles, so that no spec runs against yesterday's, and sees to it that the report ends with the host. */
export default function prepare(): void {
  buildApp();
  // At the exit, since it is to stand below whatever the reporters print.
  process.once('exit', () => process.stdout.write(`\n${hostWords()}\n`));
}
