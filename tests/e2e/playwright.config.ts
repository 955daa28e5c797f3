import { defineConfig, type ReporterDescription } from '@playwright/test';

/** For whoever counts; the file is named by Playwright's own variable. */
const COUNTED: ReporterDescription[] =
  process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] === undefined ? [] : [['json']];

export default defineConfig({
  testDir: './specs',
  globalSetup: './build-app.config.ts',
  // Every test brings a simulator, a keyring and an app of its own: two at a time is what a small machine bears.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 90_000,
  // Longer than the pace of polling while the panel is open.
  expect: { timeout: 20_000 },
  reporter: [['list'], ...COUNTED, ['./report-host.config.ts']],
  outputDir: '../../test-results/e2e',
});
