import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

/** Debian's builds. The headless shell starts pages twice as fast as the full browser. */
const DEBIAN = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

const executablePath = DEBIAN.find((path) => existsSync(path));

/** How tests, screenshots and benchmarks launch Chromium: Debian's, otherwise Playwright's own. It asks no Google host for anything. */
export const CHROMIUM: LaunchOptions = {
  ...(executablePath === undefined ? {} : { executablePath }),
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
