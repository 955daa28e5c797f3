import type { Locator } from '@playwright/test';
import { loadAxe, lowContrasts } from './axe.ts';
import { expect, test } from './panel-test.ts';
import { STATES } from './states.ts';

// What axe finds in each state and screen is in scenes.spec.ts.

test('amounts have a contrast of 7 to 1', async ({ page, panel }) => {
  await panel.open(STATES.alertOpen);
  await page.getByText('$3.44').first().waitFor();
  await loadAxe(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { found, checked } = await page.evaluate(async () => {
      const runOnly = ['color-contrast-enhanced'];
      const { violations: failed, passes } = await globalThis.axe.run('[data-money]', { runOnly });
      const found = failed.flatMap(({ nodes }) => nodes.map(({ html }) => html));
      return { found, checked: passes[0]?.nodes.length };
    });
    expect([colorScheme, found]).toEqual([colorScheme, []]);
    expect(checked).toBeGreaterThan(6);
  }
});

test('follows the system’s increased contrast', async ({ page, panel }) => {
  const quiet = () =>
    page.evaluate('getComputedStyle(document.documentElement).getPropertyValue("--color-quiet")');
  await panel.open(STATES.live);
  await page.getByText('train-llama').waitFor();
  const usual = await quiet();
  await page.emulateMedia({ contrast: 'more' });
  await expect.poll(quiet).not.toBe(usual);
  await loadAxe(page);
  expect(await lowContrasts(page)).toEqual([]);
});

/** Computed colors of an element. */
function look(element: Locator) {
  return element.evaluate((node) => {
    const { backgroundColor, backgroundImage, color, borderTopColor, borderTopWidth } =
      getComputedStyle(node);
    const { height } = node.getBoundingClientRect();
    return { backgroundColor, backgroundImage, color, borderTopColor, borderTopWidth, height };
  });
}

/** The colors and the length of a bar's filled part. */
const BAR = /^linear-gradient\(to right, (?<fill>.+\)) (?<filled>\d+%), (?<track>.+\)) 0/;

const MODES = [
  ['normal contrast', { contrast: 'no-preference', forcedColors: 'none' }],
  ['more contrast', { contrast: 'more', forcedColors: 'none' }],
  ['forced colors', { contrast: 'no-preference', forcedColors: 'active' }],
] as const;

test('a load bar shows its value in each color scheme and contrast', async ({ page, panel }) => {
  await page.setViewportSize({ width: 700, height: 600 });
  await panel.open(STATES.live);
  const meter = page.getByText('34% cpu 48% ram').locator('.meter').first();
  for (const [name, mode] of MODES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ ...mode, colorScheme });
      const { backgroundImage, borderTopColor, borderTopWidth, height } = await look(meter);
      const { fill, filled, track } = BAR.exec(backgroundImage)?.groups ?? {};
      const shown = { name, colorScheme, filled, isVisible: fill !== track };
      expect(shown).toEqual({ name, colorScheme, filled: '34%', isVisible: true });
      expect(height).toBeGreaterThanOrEqual(4);
      if (name !== 'normal contrast') {
        expect(borderTopWidth).toBe('1px');
        expect(borderTopColor).toBe(fill);
      }
    }
  }
});

test('an icon stays visible under the pointer with more contrast', async ({ page, panel }) => {
  await page.emulateMedia({ contrast: 'more' });
  await panel.open(STATES.live);
  const copy = page.getByRole('button', { name: 'Copy SSH command of eval-7' });
  await copy.hover();
  const { color, backgroundColor } = await look(copy);
  expect(backgroundColor).not.toBe(color);
});
