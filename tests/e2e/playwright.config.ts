import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { electronBinary } from '../../scripts/electron.ts';

/**
 * Every test brings a simulator, a keyring and an app of its own, so they can run side by side; but the windows of two
 * Electrons would take the focus from each other, and a panel that loses it hides.
 */
const SIDE_BY_SIDE = electronBinary() === null ? 2 : 1;

// What Node made of our TypeScript, for the hosts that are started: as in vitest.config.ts.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
  new URL('../../node_modules/.cache/compiled', import.meta.url),
);

export default defineConfig({
  testDir: './specs',
  globalSetup: './global-setup.config.ts',
  workers: SIDE_BY_SIDE,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 90_000,
  // Longer than the pace of polling while the panel is open.
  expect: { timeout: 20_000 },
  reporter: 'list',
  outputDir: '../../test-results/e2e',
});
