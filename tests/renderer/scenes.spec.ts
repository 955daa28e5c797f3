import type { Page } from '@playwright/test';
import { loadAxe, lowContrasts, violations } from './axe.ts';
import { expect, leave, test } from './panel-test.ts';
import { openScene, SCENES, SIZES } from './scenes.ts';

/** Visible elements that overflow the page horizontally, and areas that scroll horizontally, once scripts that react to its size have rendered. */
function overflowing(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise((drawn) => requestAnimationFrame(drawn));
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
    if (size.width !== page.viewportSize()?.width) await page.setViewportSize(size);
    // A menu moves a while after the resize, on a busy machine.
    await expect.poll(() => overflowing(page), `${name}, ${label}`).toEqual([]);
  }
}

/** Scenes in one test: starting and ending one for each takes as long as the checks. */
const AT_ONCE = 10;

test.describe.configure({ timeout: 600_000 });

const scenes = [...SCENES];
for (let from = 0; from < scenes.length; from += AT_ONCE) {
  const some = scenes.slice(from, from + AT_ONCE);
  test(`axe finds nothing and everything fits: ${some.map(([name]) => name).join(' · ')}`, async ({
    page,
    panel,
  }) => {
    for (const [name, scene] of some) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize(SIZES['400 px']);
      await openScene(page, panel, scene).catch((cause) => {
        throw new Error(`The scene “${name}” is not complete`, { cause });
      });
      await loadAxe(page);
      await check(page, name);
      await leave(page);
    }
    expect(panel.errors).toEqual([]);
  });
}
