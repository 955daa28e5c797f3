import type { Page } from '@playwright/test';
import { loadAxe, lowContrasts, violations } from './axe.ts';
import { expect, test } from './panel-test.ts';
import { openScene, resize, SCENES, SIZES } from './scenes.ts';

/** Visible elements that overflow the page horizontally, and areas that scroll horizontally. */
function overflowing(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element) =>
      element.scrollWidth > element.clientWidth && getComputedStyle(element).overflowX === 'auto';
    const isOutside = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 1 && (right > innerWidth + 0.5 || left < -0.5) && element.checkVisibility();
    };
    return [...document.querySelectorAll('body *')]
      .filter((one) => scrolls(one) || (isOutside(one) && one.closest('.one-line') === null))
      .map(({ outerHTML }) => outerHTML.slice(0, 200));
  });
}

/** Checks what the document shows, in each color scheme, then in each size from the usual one on. */
async function check(page: Page, name: string): Promise<void> {
  const found = [...(await violations(page)), ...(await lowContrasts(page))];
  // In the dark scheme only the colors differ.
  await page.emulateMedia({ colorScheme: 'dark' });
  const inDark = await lowContrasts(page);
  expect.soft({ name, found, inDark }).toEqual({ name, found: [], inDark: [] });
  for (const [label, size] of Object.entries(SIZES)) {
    if (size.width !== page.viewportSize()?.width) await resize(page, size);
    // A menu moves a while after the resize, on a busy machine.
    await expect.poll(() => overflowing(page), `${name}, ${label}`).toEqual([]);
  }
}

for (const [name, scene] of SCENES) {
  test(`axe finds nothing and everything fits: ${name}`, async ({ page, panel }) => {
    await openScene(page, panel, scene);
    await loadAxe(page);
    await check(page, name);
    expect(panel.errors).toEqual([]);
  });
}
