import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { CLOUD_OFFERS } from '../../tests/renderer/cloud-offers.ts';
import { offersScene } from '../../tests/renderer/offer-scenes.ts';
import { newPanelPage, type PanelUnderTest, panelOn } from '../../tests/renderer/panel-test.ts';
import { openScene, type Scene } from '../../tests/renderer/scenes.ts';
import { STATES } from '../../tests/renderer/states.ts';
import { animate, type Frame } from './apng.ts';
import { withPanel } from './browser.ts';
import { threeClouds } from './three-clouds.ts';

const FOLDER = resolve(import.meta.dirname, '../../docs/screenshots');

/** The most that the moving picture may have. */
const MAX_BYTES = 1_500_000;

/** Draws a pointer at this place, as the mouse is not in a screenshot. */
function drawPointer([x, y]: readonly [number, number]): void {
  const SVG = 'http://www.w3.org/2000/svg';
  const pointer = document.createElementNS(SVG, 'svg');
  const shape = document.createElementNS(SVG, 'path');
  shape.setAttribute('d', 'M1 1v17l4-4 3 7 3-1-3-7h6z');
  shape.setAttribute('stroke', 'white');
  pointer.setAttribute('data-pointer', '');
  pointer.append(shape);
  Object.assign(pointer.style, { position: 'fixed', left: `${x}px`, top: `${y}px`, zIndex: '9' });
  Object.assign(pointer.style, { width: '16px', height: '23px', pointerEvents: 'none' });
  document.body.append(pointer);
}

function hidePointer(): void {
  document.querySelector('[data-pointer]')?.remove();
}

async function pointAt(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('nothing to point at');
  const place = [box.x + box.width * 0.6, box.y + box.height * 0.6] as const;
  await page.mouse.move(...place);
  await page.evaluate(hidePointer);
  await page.evaluate(drawPointer, place);
}

const stopIdle = (page: Page) => page.getByRole('button', { name: 'Stop…', exact: true });

/** The rate and the idle VMs, one review, and the rate after it. */
async function takeDemo(page: Page, panel: PanelUnderTest): Promise<void> {
  const frames: Frame[] = [];
  const take = async (ms: number) => void frames.push({ png: await page.screenshot(), ms });
  await panel.open(threeClouds('idle'));
  await stopIdle(page).waitFor();
  await take(1_400);
  await pointAt(page, stopIdle(page));
  await take(500);
  await stopIdle(page).click();
  await page.getByRole('heading', { name: 'Stop idle VMs' }).waitFor();
  await page.mouse.move(0, 0);
  await page.evaluate(hidePointer);
  await take(1_500);
  const stop = page.getByRole('button', { name: 'Stop 2 VMs' });
  await pointAt(page, stop);
  await take(500);
  await stop.click();
  await page.mouse.move(0, 0);
  await page.evaluate(hidePointer);
  await panel.become(threeClouds('stopping'));
  await page.getByText('stopping…').first().waitFor();
  await take(600);
  await panel.become(threeClouds('stopped'));
  await page.getByText('stopping…').first().waitFor({ state: 'detached' });
  await take(1_500);
  const picture = animate(frames);
  if (picture.length > MAX_BYTES) throw new Error(`${picture.length} bytes: too large for README`);
  await writeFile(join(FOLDER, 'demo.png'), picture);
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
  await withPanel(async (browser, url) => {
    const context = await browser.newContext({
      viewport: { width: 400, height: 440 },
      deviceScaleFactor: 2,
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    });
    const page = await newPanelPage(context);
    const panel = await panelOn(page, url);
    await takeDemo(page, panel);
    for (const [name, scene] of Object.entries(STILLS)) {
      await openScene(page, panel, scene);
      await page.screenshot({ path: join(FOLDER, `${name}.png`) });
    }
  });
}
