import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext } from '@playwright/test';
import { newPanelPage, panelOn } from '../../tests/renderer/panel-test.ts';
import { openScene, resize, SCENES, type Scene, SIZES } from '../../tests/renderer/scenes.ts';
import { withPanel } from './browser.ts';

const FOLDER = resolve(import.meta.dirname, '../../test-results/screenshots');
const SCHEMES = ['light', 'dark'] as const;

interface Column {
  readonly label: string;
  readonly size: { readonly width: number; readonly height: number };
  /** Device pixels per CSS pixel. Zoom is a small page with more of them. */
  readonly scale: number;
}

const COLUMNS: readonly Column[] = Object.entries(SIZES).map(([label, size]) => ({
  label,
  size,
  scale: label.includes('zoom') ? 2 : 1,
}));

const fileName = (name: string, { label }: Column, colorScheme: string) =>
  `${name} ${label} ${colorScheme}.png`.replace(/[^\w.]+/g, '-');

/** Takes a scene in all sizes of one scale, which only a context can set, and in both color schemes. */
async function take(
  context: BrowserContext,
  url: string,
  [name, scene]: readonly [string, Scene],
  columns: readonly Column[],
): Promise<void> {
  const page = await newPanelPage(context);
  await openScene(page, await panelOn(page, url), scene);
  for (const column of columns) {
    await resize(page, column.size);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(FOLDER, fileName(name, column, colorScheme)) });
    }
  }
  await page.close();
}

async function takeScale(browser: Browser, url: string, deviceScaleFactor: number): Promise<void> {
  const columns = COLUMNS.filter(({ scale }) => scale === deviceScaleFactor);
  // Scenes open at the default size, as in their tests: a narrow page shows some buttons only on demand.
  const viewport = SIZES['400 px'];
  const options = { viewport, deviceScaleFactor, timezoneId: 'UTC' };
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
  for (const entry of SCENES) await take(context, url, entry, columns);
}

/** A page with a row for each scene and a column for each size and color scheme. */
function contactSheet(): string {
  const shots = COLUMNS.flatMap((column) => SCHEMES.map((scheme) => ({ column, scheme })));
  const head = shots.map(({ column, scheme }) => `<th>${column.label}, ${scheme}</th>`).join('');
  const rows = [...SCENES.keys()].map((name) => {
    const cells = shots.map(({ column, scheme }) => {
      const file = fileName(name, column, scheme);
      const width = column.size.width * column.scale;
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
  await withPanel((browser, url) =>
    Promise.all([1, 2].map((scale) => takeScale(browser, url, scale))),
  );
  const path = join(FOLDER, 'index.html');
  await writeFile(path, contactSheet());
  return path;
}
