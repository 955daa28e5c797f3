import { defineConfig } from '@playwright/test';
import { CHROMIUM } from '../chromium.ts';

// Node removes the types in place, so lines are right without Playwright's source maps, which take a tenth of a worker's time.
Reflect.deleteProperty(Error, 'prepareStackTrace');

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/renderer',
  globalSetup: '../app-build/build-app.config.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // Long enough for a busy machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 400, height: 600 },
    reducedMotion: 'reduce',
    launchOptions: CHROMIUM,
  },
});
