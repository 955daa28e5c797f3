import type { Locator } from '@playwright/test';
import { expect, test } from './panel-test.ts';
import { STATES } from './states.ts';

/** How an element is drawn, as the browser has worked it out. */
function drawn(element: Locator) {
  return element.evaluate((node) => {
    const { backgroundColor, color, borderTopColor, borderTopWidth } = getComputedStyle(node);
    const { width, height } = node.getBoundingClientRect();
    return { backgroundColor, color, borderTopColor, borderTopWidth, width, height };
  });
}

const MODES = [
  ['the usual contrast', { contrast: 'no-preference', forcedColors: 'none' }],
  ['more contrast', { contrast: 'more', forcedColors: 'none' }],
  ['colours of the system alone', { contrast: 'no-preference', forcedColors: 'active' }],
] as const;

for (const [name, mode] of MODES) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`a bar shows how full it is, with ${name}, ${colorScheme}`, async ({ page, panel }) => {
      await page.emulateMedia({ ...mode, colorScheme });
      await panel.open(STATES.live);
      const track = page.getByTitle('cpu 34 %').locator('span').last().locator('..');
      const bar = await drawn(track);
      const fill = await drawn(track.locator('span'));
      expect(fill.width).toBeGreaterThan(bar.width * 0.25);
      expect(fill.width).toBeLessThan(bar.width * 0.45);
      expect(fill.height).toBeGreaterThanOrEqual(2);
      expect(fill.backgroundColor).not.toBe(bar.backgroundColor);
      if (name !== 'the usual contrast') {
        expect(bar.borderTopWidth).toBe('1px');
        expect(bar.borderTopColor).toBe(fill.backgroundColor);
      }
    });
  }
}

test('more contrast leaves the drawing of a button to be seen under the pointer', async ({
  page,
  panel,
}) => {
  await page.emulateMedia({ contrast: 'more' });
  await panel.open(STATES.live);
  const copy = page.getByRole('button', { name: 'Copy SSH command of eval-7' });
  await copy.hover();
  const { color, backgroundColor } = await drawn(copy);
  expect(backgroundColor).not.toBe(color);
});
