import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { electronBinary } from '../../scripts/electron.ts';

/**
 * Tests share nothing and mostly wait, so they can run in parallel; but the windows of two Electrons would take the focus from
 * each other, and a panel hides on blur.
 */
const WORKERS = electronBinary() === null ? 2 : 1;

// Compile cache for the processes that tests start, as in vitest.config.ts.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
  new URL('../../node_modules/.cache/compiled', import.meta.url),
);

// Node removes the types in place, so lines are right without Playwright's source maps, which take a tenth of a worker's time.
Reflect.deleteProperty(Error, 'prepareStackTrace');

export default defineConfig({
  testDir: './specs',
  globalSetup: './global-setup.config.ts',
  workers: WORKERS,
  fullyParallel: true,
  forbidOnly: true,
  // For hangs: a busy machine takes several times as long as a quiet one.
  timeout: 300_000,
  // Longer than the polling interval while the panel is open.
  expect: { timeout: 40_000 },
  reporter: 'list',
  outputDir: '../../test-results/e2e',
});
