import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { CLOUD_OFFERS } from '../../tests/renderer/cloud-offers.ts';
import { offersScene } from '../../tests/renderer/offer-scenes.ts';
import { newPanelPage, type PanelUnderTest, panelOn } from '../../tests/renderer/panel-test.ts';
import { openScene, type Scene } from '../../tests/renderer/scenes.ts';
import { STATES } from '../../tests/renderer/states.ts';
import { withPanel } from './browser.ts';
import { threeClouds } from './three-clouds.ts';

const FOLDER = resolve(import.meta.dirname, '../../docs/screenshots');

/** Joins PNG pictures to an animated one. Knip takes names in the call for npm packages. */
const APNGASM = 'apngasm';

const POINTER = encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="23"><path d="M1 1v17l4-4 3 7 3-1-3-7h6z" stroke="white"/></svg>',
);

/** Moves the mouse there. Returns a style sheet that draws it, as a screenshot has none. */
async function pointAt(page: Page, target: Locator): Promise<string> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('nothing to point at');
  const [x, y] = [box.x + box.width * 0.6, box.y + box.height * 0.6];
  await page.mouse.move(x, y);
  return `body::after {
    content: url("data:image/svg+xml,${POINTER}");
    position: fixed; left: ${x}px; top: ${y}px; z-index: 9; pointer-events: none;
  }`;
}

const stopIdle = (page: Page) => page.getByRole('button', { name: 'Stop…', exact: true });

/** The rate and the idle VMs, one review, and the rate after it. Each frame is a file, with its time beside it. */
async function takeFrames(page: Page, panel: PanelUnderTest, folder: string): Promise<void> {
  let frame = 0;
  async function take(ms: number, style = ''): Promise<void> {
    frame += 1;
    const path = join(folder, String(frame));
    await page.screenshot({ path: `${path}.png`, style });
    await writeFile(`${path}.txt`, `delay=${ms}/1000`);
  }
  await panel.open(threeClouds('idle'));
  await stopIdle(page).waitFor();
  await take(1_400);
  await take(500, await pointAt(page, stopIdle(page)));
  await stopIdle(page).click();
  await page.getByRole('heading', { name: 'Stop idle VMs' }).waitFor();
  await page.mouse.move(0, 0);
  await take(1_500);
  const stop = page.getByRole('button', { name: 'Stop 2 VMs' });
  await take(500, await pointAt(page, stop));
  await stop.click();
  await page.mouse.move(0, 0);
  await panel.become(threeClouds('stopping'));
  await page.getByText('stopping…').first().waitFor();
  await take(600);
  await panel.become(threeClouds('stopped'));
  await page.getByText('stopping…').first().waitFor({ state: 'detached' });
  await take(1_500);
}

async function takeDemo(page: Page, panel: PanelUnderTest): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-frames-'));
  try {
    await takeFrames(page, panel, folder);
    execFileSync(APNGASM, [join(FOLDER, 'demo.png'), join(folder, '1.png')]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The other pictures, by name. */
const STILLS: Readonly<Record<string, Scene>> = {
  panel: { state: threeClouds('idle') },
  review: { state: threeClouds('idle'), screen: { kind: 'stopIdle' } },
  rules: {
    state: threeClouds('idle'),
    screen: { kind: 'alerts' },
    steps: (page) => page.getByText('Rules', { exact: true }).click(),
  },
  offers: offersScene(
    { ok: true, value: { ...CLOUD_OFFERS, problems: [] } },
    { state: threeClouds('idle') },
  ),
  'first-run': { state: STATES.firstRun },
};

/** Takes the pictures of README and docs. */
export async function takePictures(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await withPanel({ width: 400, height: 440 }, async (context, url) => {
    const page = await newPanelPage(context);
    const panel = await panelOn(page, url);
    await takeDemo(page, panel);
    for (const [name, scene] of Object.entries(STILLS)) {
      await openScene(page, panel, scene);
      await page.screenshot({ path: join(FOLDER, `${name}.png`) });
    }
  });
}
