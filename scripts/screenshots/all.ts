import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { newPanelPage, panelOn } from '../../tests/renderer/panel-test.ts';
import { openScene, resize, SCENES, type Scene, SIZES } from '../../tests/renderer/scenes.ts';
import { withPanel } from './browser.ts';

const FOLDER = resolve(import.meta.dirname, '../../test-results/screenshots');

/** The pictures of each scene. */
const SHOTS = Object.entries(SIZES).flatMap(([label, size]) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ label, size, colorScheme })),
);

const fileName = (scene: string, { label, colorScheme }: (typeof SHOTS)[number]) =>
  `${scene} ${label} ${colorScheme}.png`.replace(/[^\w.]+/g, '-');

async function take(context: BrowserContext, url: string, name: string, scene: Scene) {
  const page = await newPanelPage(context);
  await openScene(page, await panelOn(page, url), scene);
  for (const shot of SHOTS) {
    await resize(page, shot.size);
    await page.emulateMedia({ colorScheme: shot.colorScheme });
    await page.screenshot({ path: join(FOLDER, fileName(name, shot)) });
  }
  await page.close();
}

function contactSheet(): string {
  const rows = [...SCENES.keys()].map((name) => {
    const images = SHOTS.map((shot) => {
      const file = fileName(name, shot);
      return `<a href="${file}"><img src="${file}" width="${shot.size.width}" loading="lazy" alt="${shot.label}"></a>`;
    });
    return `<h2>${name}</h2><div>${images.join('')}</div>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Every scene of the panel</title>
<style>body { font: 14px system-ui; background: #888 } div { display: flex; gap: 4px }</style>
${rows.join('\n')}
`;
}

/** Takes every scene in every size and color scheme. Resolves to the path of a page that shows them all. */
export async function takeAll(): Promise<string> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  // Scenes open at the default size, as in their tests: a narrow page shows some buttons only on demand.
  await withPanel(SIZES['400 px'], async (context, url) => {
    for (const [name, scene] of SCENES) await take(context, url, name, scene);
  });
  const path = join(FOLDER, 'index.html');
  await writeFile(path, contactSheet());
  return path;
}
