import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { CHROMIUM } from '../../tests/chromium.ts';
import { servePanel } from '../../tests/renderer/serve-panel.ts';

/** The UI font of the screenshots, in place of this system's default. */
const FONT = 'Inter';
const FONT_FOLDER = '/usr/share/fonts/opentype/inter';
const FONT_CONFIG = `<?xml version="1.0"?>
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  ${['system-ui', 'sans-serif', 'Cantarell', 'Ubuntu', 'Segoe UI', 'Roboto', 'Noto Sans']
    .map(
      (name) =>
        `<match target="pattern"><test name="family"><string>${name}</string></test>
         <edit name="family" mode="assign" binding="strong"><string>${FONT}</string></edit></match>`,
    )
    .join('')}
</fontconfig>
`;

/** Opens a browser with that font. @param url of the built panel */
export async function withPanel(
  run: (browser: Browser, url: string) => Promise<unknown>,
): Promise<void> {
  if (!existsSync(FONT_FOLDER))
    throw new Error(`The screenshots need the ${FONT} font: sudo apt-get install fonts-inter`);
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-fonts-'));
  const path = join(folder, 'fonts.conf');
  await writeFile(path, FONT_CONFIG);
  // Chromium inherits it.
  process.env['FONTCONFIG_FILE'] = path;
  const panel = await servePanel();
  const browser = await chromium.launch(CHROMIUM);
  try {
    await run(browser, panel.url);
  } finally {
    await browser.close();
    panel.close();
    await rm(folder, { recursive: true });
  }
}
