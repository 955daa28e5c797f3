import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { CLI, ensureBuilt } from '../app-build/ensure-built.ts';

const HELPER = fileURLToPath(new URL('../../src/core/vault/keytar-process.ts', import.meta.url));

/** Builds the command line that the tests start, and fills the compile cache of the keychain's helper, which is killed before it would. */
export function setup({ config }: TestProject): void {
  ensureBuilt(CLI);
  spawnSync(process.execPath, [HELPER], { env: { ...process.env, ...config.env } });
}
