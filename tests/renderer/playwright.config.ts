import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** Debian's own Chromium where there is one, else the one that Playwright has installed. */
const DEBIANS = '/usr/bin/chromium';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/renderer',
  globalSetup: './build-panel.config.ts',
  workers: 1,
  forbidOnly: true,
  // For what never comes: a busy machine takes several times as long as another one for what does.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 400, height: 600 },
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    launchOptions: {
      ...(existsSync(DEBIANS) && { executablePath: DEBIANS }),
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
