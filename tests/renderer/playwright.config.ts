import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** Debian's Chromium, if installed; otherwise Playwright's own. */
const DEBIAN_CHROMIUM = '/usr/bin/chromium';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/renderer',
  globalSetup: './build-panel.config.ts',
  workers: 1,
  forbidOnly: true,
  // Long enough for a busy machine.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 400, height: 600 },
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    launchOptions: {
      ...(existsSync(DEBIAN_CHROMIUM) && { executablePath: DEBIAN_CHROMIUM }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
