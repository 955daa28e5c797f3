import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { CHROMIUM } from '../../tests/chromium.ts';
import { panelOn } from '../../tests/renderer/panel-test.ts';
import { openScene, resize, SCENES, type Scene, SIZES } from '../../tests/renderer/scenes.ts';
import { servePanel } from '../../tests/renderer/serve-panel.ts';
import { setFont } from './font.ts';

const FOLDER = resolve(import.meta.dirname, '../../test-results/screenshots');
const SCHEMES = ['light', 'dark'] as const;

interface Column {
  readonly label: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly context: BrowserContext;
}

/** One for each size. Zoom is a small page with more device pixels, which only a context can set. */
async function openColumns(browser: Browser): Promise<readonly Column[]> {
  return Promise.all(
    Object.entries(SIZES).map(async ([label, size]) => {
      const deviceScaleFactor = label.includes('zoom') ? 2 : 1;
      const options = { viewport: size, deviceScaleFactor, timezoneId: 'UTC' };
      return {
        label,
        size,
        context: await browser.newContext({ ...options, reducedMotion: 'reduce' }),
      };
    }),
  );
}

const fileName = (name: string, { label }: Column, colorScheme: string) =>
  `${name} ${label} ${colorScheme}.png`.replace(/[^\w.]+/g, '-');

/** Takes a scene in one size, in both color schemes. */
async function take(url: string, name: string, scene: Scene, column: Column): Promise<void> {
  const page = await column.context.newPage();
  await openScene(page, await panelOn(page, url), scene);
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await resize(page, column.size);
    await page.screenshot({ path: join(FOLDER, fileName(name, column, colorScheme)) });
  }
  await page.close();
}

/** A page with a row for each scene and a column for each size and color scheme. */
function contactSheet(columns: readonly Column[]): string {
  const shots = columns.flatMap((column) => SCHEMES.map((scheme) => ({ column, scheme })));
  const head = shots.map(({ column, scheme }) => `<th>${column.label}, ${scheme}</th>`).join('');
  const rows = [...SCENES.keys()].map((name) => {
    const cells = shots.map(({ column, scheme }) => {
      const file = fileName(name, column, scheme);
      const width = column.size.width * (column.label.includes('zoom') ? 2 : 1);
      return `<td><a href="${file}"><img src="${file}" width="${width}" loading="lazy" alt=""></a></td>`;
    });
    return `<tr><th>${name}</th>${cells.join('')}</tr>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Every scene of the panel</title>
<style>
  body { font: 14px system-ui; background: #888 }
  th { position: sticky; top: 0; left: 0; background: #ccc; padding: 4px }
  td { vertical-align: top }
</style>
<table><thead><tr><th></th>${head}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
`;
}

/** Takes every scene in every size and color scheme. Resolves to the path of a page that shows them all. */
export async function takeAll(): Promise<string> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  await setFont(FOLDER);
  const panel = await servePanel();
  const browser = await chromium.launch(CHROMIUM);
  try {
    const columns = await openColumns(browser);
    for (const [name, scene] of SCENES)
      await Promise.all(columns.map((column) => take(panel.url, name, scene, column)));
    const path = join(FOLDER, 'index.html');
    await writeFile(path, contactSheet(columns));
    return path;
  } finally {
    await browser.close();
    panel.close();
  }
}
