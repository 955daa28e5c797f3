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

test('icons have the system’s forced colors, as the text beside them', async ({ page, panel }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  for (const state of [STATES.alertOpen, STATES.firstRun]) {
    await panel.open(state);
    await page.getByRole('button').first().waitFor();
    const icons = page.locator('svg[aria-hidden="true"]');
    await expect(icons.first()).toBeVisible();
    const colors = await icons.evaluateAll((all) =>
      all.map((icon) => {
        const [own, around] = [icon, icon.parentElement ?? icon].map((one) =>
          getComputedStyle(one),
        );
        return [own?.color, around?.color];
      }),
    );
    for (const [color, around] of colors) expect(color).toBe(around);
  }
});
