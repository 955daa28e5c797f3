import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const PROJECT = resolve(import.meta.dirname, '../..');

/** Builds the bundles, so that no spec ever runs against yesterday's. `npm run` and `npx` have put the builder on the path. */
export default function buildApp(): void {
  const { status, stdout, stderr } = spawnSync('electron-vite', ['build'], {
    cwd: PROJECT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`electron-vite build failed:\n${stdout}\n${stderr}`);
}
