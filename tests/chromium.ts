import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

/** `full`: the browser as users have it. Otherwise the headless shell where it is installed, which starts pages twice as fast. */
const isFull = process.env['GPU_TRAY_TEST_CHROMIUM'] === 'full';

const DEBIAN = [...(isFull ? [] : ['/usr/bin/chromium-headless-shell']), '/usr/bin/chromium'];

const executablePath = DEBIAN.find((path) => existsSync(path));

/** How tests, screenshots and benchmarks launch Chromium: Debian's, otherwise Playwright's own. It asks no Google host for anything. */
export const CHROMIUM: LaunchOptions = {
  ...(executablePath === undefined ? {} : { executablePath }),
  // Playwright's name of its full browser.
  ...(executablePath === undefined && isFull ? { channel: 'chromium' } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
