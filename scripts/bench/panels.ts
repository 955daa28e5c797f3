import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { build } from 'vite';
import { CHROMIUM } from '../../tests/chromium.ts';
import { installFakeBridge } from '../../tests/renderer/fake-bridge.ts';
import { servePanel } from '../../tests/renderer/serve-panel.ts';
import { STATES } from '../../tests/renderer/states.ts';
import { type Measurement, measure } from './measure.ts';

const EMPTY_PAGE = `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')).render(createElement('h1', null, 'Empty'));
`;

const DOCUMENT =
  '<!doctype html><html><body><div id="root"></div><script type="module" src="/page.js"></script></body></html>';

/** A React page with one heading: the floor for any panel. */
async function serveEmptyPage() {
  const folder = await mkdtemp(join(import.meta.dirname, '.empty-page-'));
  try {
    const entry = join(folder, 'page.mjs');
    await writeFile(entry, EMPTY_PAGE);
    const outDir = await mkdtemp(join(tmpdir(), 'gpu-tray-bench-'));
    await build({
      configFile: false,
      logLevel: 'warn',
      build: {
        outDir,
        rolldownOptions: { input: entry, output: { entryFileNames: 'page.js' } },
      },
    });
    const script = await readFile(join(outDir, 'page.js'));
    await rm(outDir, { recursive: true });
    const server = createServer((request, response) => {
      const isScript = request.url === '/page.js';
      response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? script : DOCUMENT);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Navigation to first heading, without a cache. */
async function load(browser: Browser, url: string, state: keyof typeof STATES | null) {
  const context = await browser.newContext({ viewport: { width: 400, height: 600 } });
  const page = await context.newPage();
  if (state !== null)
    await page.addInitScript(installFakeBridge, { app: STATES[state], screen: null });
  await page.goto(url);
  await page.locator('h1').first().waitFor();
  await context.close();
}

/** Frames that one run of scrolling takes. */
const FRAMES = 60;

/** Runs in the page: scrolls from the top, about a row per frame. */
const SCROLL = `(async () => {
  const scroller = document.querySelector('[data-row]').closest('.overflow-y-auto');
  if (scroller.scrollHeight <= scroller.clientHeight) throw new Error('the list does not scroll');
  scroller.scrollTop = 0;
  for (let frame = 0; frame < ${FRAMES}; frame += 1) {
    scroller.scrollTop += 60;
    await new Promise(requestAnimationFrame);
  }
})()`;

/** Opens the list of 500 VMs; the result scrolls through it once. */
async function openLargeList(browser: Browser, url: string) {
  const page = await browser.newPage({ viewport: { width: 400, height: 600 } });
  await page.addInitScript(installFakeBridge, { app: STATES.large, screen: null });
  await page.goto(url);
  await page.getByRole('list', { name: 'VMs' }).first().waitFor();
  return () => page.evaluate(SCROLL);
}

/** The panel's first screen in Chromium, and an empty React page in the same run. */
export async function benchPanels(): Promise<readonly Measurement[]> {
  const empty = await serveEmptyPage();
  const panel = await servePanel();
  const browser = await chromium.launch(CHROMIUM);
  try {
    const scroll = await openLargeList(browser, panel.url);
    return [
      await measure('empty React page', 15, () => load(browser, empty.url, null)),
      await measure('panel, first run', 15, () => load(browser, panel.url, 'firstRun')),
      await measure('panel, 6 VMs', 15, () => load(browser, panel.url, 'live')),
      await measure(`panel, 500 VMs, scrolled over ${FRAMES} frames (1000 at 60 Hz)`, 5, scroll),
    ];
  } finally {
    await browser.close();
    panel.close();
    empty.close();
  }
}
