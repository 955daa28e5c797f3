import type { Page } from '@playwright/test';
import { inStatus, whileRunning } from '../../src/shared/domain/testing/records.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import { snapshotOf } from './one-account.ts';
import { expect, type PanelUnderTest, test } from './panel-test.ts';
import { STATES } from './states.ts';

/** The state `live` with one VM stopped and another at a different price. */
function changed(): AppState {
  const list = STATES.live.snapshots['a1']?.vms.value;
  if (!list) throw new Error('the state has no VMs');
  const vms = list.vms.map((vm) => {
    if (vm.label === 'eval-7') return { ...vm, ...inStatus('stopped') };
    return vm.label === 'sd-webui' ? { ...vm, rates: whileRunning(0.91) } : vm;
  });
  return { ...STATES.live, snapshots: { a1: snapshotOf(vms) } };
}

/** Shows a change. @returns what reads the names of the animations and properties of the transitions that it has started */
async function change(
  page: Page,
  panel: PanelUnderTest,
): Promise<() => Promise<readonly string[]>> {
  await panel.open(STATES.live);
  await page.getByText('eval-7').waitFor();
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seen });
    document.addEventListener('animationstart', (event) => seen.add(event.animationName));
    document.addEventListener('transitionrun', (event) => seen.add(event.propertyName));
  });
  await panel.become(changed());
  await expect(page.getByText('$0.91').first()).toBeVisible();
  return () => page.evaluate<readonly string[]>('[...globalThis.seen]');
}

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('a changed figure fades in and a row that changed groups slides', async ({
    page,
    panel,
  }) => {
    const moving = await change(page, panel);
    await expect.poll(moving).toEqual(expect.arrayContaining(['fresh', 'top']));
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
    const heading = page.getByRole('button', { name: /^Off/ });
    await heading.click();
    const row = page.getByRole('listitem').filter({ hasText: 'eval-7' });
    const [above, below] = [await heading.boundingBox(), await row.boundingBox()];
    expect(below?.y).toBeGreaterThan(above?.y ?? Number.POSITIVE_INFINITY);
    await expect(row.locator('[data-money]')).toHaveCSS('opacity', '1');
    expect(panel.errors).toEqual([]);
  });
});

test('nothing moves with reduced motion', async ({ page, panel }) => {
  const moving = await change(page, panel);
  await page.evaluate(
    () =>
      new Promise((drawn) => {
        requestAnimationFrame(() => requestAnimationFrame(drawn));
      }),
  );
  expect(await moving()).toEqual([]);
});

/** Name and outline of the focused element. */
function outline(page: Page): Promise<{ readonly what: string; readonly line: string }> {
  return page.evaluate(() => {
    const focused = document.activeElement ?? document.body;
    const { outlineStyle, outlineWidth } = getComputedStyle(focused);
    const name = focused.getAttribute('aria-label') ?? focused.getAttribute('name');
    const what = `${focused.tagName} ${name ?? focused.textContent}`;
    return { what: what.slice(0, 80), line: `${outlineStyle} ${outlineWidth}` };
  });
}

for (const name of ['firstRun', 'question', 'alertOpen'] as const) {
  test(`everything that Tab reaches has a focus outline: ${name}`, async ({ page, panel }) => {
    await panel.open(STATES[name]);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const seen = new Set<string>();
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press('Tab');
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const { what, line } = await outline(page);
        if (!what.startsWith('BODY'))
          expect([colorScheme, what, line]).toEqual([colorScheme, what, 'solid 2px']);
      }
      const { what } = await outline(page);
      if (what.startsWith('BODY')) continue;
      if (seen.has(what)) break;
      seen.add(what);
    }
    expect(seen.size).toBeGreaterThan(1);
  });
}

test('the row that arrow keys reach has a focus outline', async ({ page, panel }) => {
  await panel.open(STATES.live);
  await page.getByText('eval-7').waitFor();
  await page.keyboard.press('ArrowDown');
  const { what, line } = await outline(page);
  expect(what).toContain('eval-7');
  expect(line).toBe('solid 2px');
});
