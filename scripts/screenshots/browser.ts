import { existsSync } from 'node:fs';
import { type BrowserContext, chromium, type ViewportSize } from '@playwright/test';
import { CHROMIUM } from '../../tests/chromium.ts';
import { servePanel } from '../../tests/renderer/serve-panel.ts';

const FONT_FOLDER = '/usr/share/fonts/opentype/inter';

/** In the page: the font of the pictures in place of this system's. */
function useInter(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root { --font-sans: Inter }');
  document.adoptedStyleSheets.push(sheet);
}

/** Opens a browser for pictures of two pixels per CSS pixel. @param url of the built panel */
export async function withPanel(
  viewport: ViewportSize,
  run: (context: BrowserContext, url: string) => Promise<unknown>,
): Promise<void> {
  if (!existsSync(FONT_FOLDER))
    throw new Error('The screenshots need the Inter font: sudo apt-get install fonts-inter');
  const panel = await servePanel();
  const browser = await chromium.launch(CHROMIUM);
  try {
    const context = await browser.newContext({
      viewport,
      deviceScaleFactor: 2,
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
      // The panel's policy allows no style sheet that draws a pointer.
      bypassCSP: true,
    });
    await context.addInitScript(useInter);
    await run(context, panel.url);
  } finally {
    await browser.close();
    panel.close();
  }
}
