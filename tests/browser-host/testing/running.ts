import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { test as base } from 'vitest';
import { type BrowserHost, startBrowserHost } from '../index.ts';
import { type AppParts, appFolder } from './app-folder.ts';

/** What each test of the host is given; all of it is closed when the test ends. */
export interface HostFixture {
  run(parts?: AppParts): Promise<BrowserHost>;
}

const DEBIANS = '/usr/bin/chromium';

/** Debian's Chromium where Playwright has brought none of its own. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    ...(existsSync(DEBIANS) ? { executablePath: DEBIANS } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  });
}

/** Vitest's `test`, given a `host`. */
export const test = base.extend('host', ({ task: _ }, { onCleanup }): HostFixture => {
  const closers: (() => unknown)[] = [];
  onCleanup(async () => {
    for (const close of closers.reverse()) await close();
  });
  return {
    async run(parts) {
      const app = await appFolder(parts);
      closers.push(() => app[Symbol.asyncDispose]());
      const host = await startBrowserHost({ app: app.folder, userData: app.userData });
      closers.push(() => host.close());
      return host;
    },
  };
});
