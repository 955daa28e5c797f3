import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import type { Destination } from '../../src/shared/ipc/index.ts';
import { expect, test } from './panel-test.ts';
import { STATES } from './states.ts';

const READ_ONLY = {
  path: '/home/lea/.ssh/config',
  target: '/home/lea/.ssh/config',
  state: 'absent',
  lines: ['# GPU Tray', 'Include ~/.ssh/gpu-tray/config'],
  before: [],
  after: [],
  obstacle: 'The file is read-only.',
};

/** Legacy mode needs no second page for frames, of which the panel has none, and takes half the time. */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode();

/** In the dark scheme only the colors differ, so only their rule is checked again. */
async function violations(page: Page): Promise<readonly string[]> {
  const isDark = await page.evaluate('matchMedia("(prefers-color-scheme: dark)").matches');
  const builder = isDark === true ? axe(page).withRules(['color-contrast']) : axe(page);
  const { violations: found } = await builder.analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

const SCHEMES = ['light', 'dark'] as const;

for (const [name, state] of Object.entries(STATES)) {
  test(`no violations: ${name}`, async ({ page, panel }) => {
    await panel.open(state);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      expect([colorScheme, await violations(page)]).toEqual([colorScheme, []]);
    }
    expect(panel.errors).toEqual([]);
  });
}

for (const colorScheme of SCHEMES) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    const vmId = STATES.live.snapshots['a1']?.vms.value?.vms[0]?.id ?? '';
    const screens: readonly Destination[] = [
      { kind: 'settings' },
      { kind: 'alerts' },
      { kind: 'vm', accountId: 'a1', vmId },
    ];
    for (const destination of screens) {
      test(`no violations on the screen ${destination.kind}`, async ({ page, panel }) => {
        await panel.open(STATES.alertOpen);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await panel.go(destination);
        await page.getByRole('button', { name: 'Back' }).waitFor();
        expect(await violations(page)).toEqual([]);
      });
    }

    test('no violations in accounts, sign-in, sign-out and shortcuts', async ({ page, panel }) => {
      await panel.open(STATES.twoAccounts);
      await page.getByRole('button', { name: /^Accounts/ }).click();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Sign out…' }).last().click();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Add an account' }).click();
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Back' }).click();
      await page.keyboard.press('?');
      await page.getByRole('heading', { name: 'Keyboard' }).waitFor();
      expect(await violations(page)).toEqual([]);
    });

    test('no violations in the details of a VM with a changed host key', async ({
      page,
      panel,
    }) => {
      await panel.open(STATES.logins);
      await page.getByText('reinstalled').click();
      await page.getByRole('heading', { name: 'Host key changed' }).waitFor();
      expect(await violations(page)).toEqual([]);
    });

    test('no violations while setting up short SSH names, automatically or by hand', async ({
      page,
      panel,
    }) => {
      await panel.open(STATES.noNames);
      await page.getByText('train-llama').waitFor();
      await panel.go({ kind: 'settings' });
      await page.getByRole('button', { name: 'Set up short SSH names…' }).click();
      await page.getByRole('button', { name: 'Add these lines' }).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Not now' }).click();
      await panel.answer('previewInclude', { ok: true, value: READ_ONLY });
      await page.getByRole('button', { name: 'Set up short SSH names…' }).click();
      await page.getByLabel('Lines').waitFor();
      expect(await violations(page)).toEqual([]);
    });

    test('no violations in open menus', async ({ page, panel }) => {
      await panel.open(STATES.alertOpen);
      await page.getByRole('button', { name: 'Snooze' }).click();
      await page.getByRole('menuitem', { name: '1 hour' }).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByText('train-llama').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Details' }).waitFor();
      expect(await violations(page)).toEqual([]);
    });

    test('amounts have a contrast of 7 to 1', async ({ page, panel }) => {
      await panel.open(STATES.alertOpen);
      await page.getByText('$3.44').first().waitFor();
      const { violations: found, passes } = await axe(page)
        .include('[data-money]')
        .withRules(['color-contrast-enhanced'])
        .analyze();
      expect(found).toEqual([]);
      expect(passes[0]?.nodes.length).toBeGreaterThan(6);
    });
  });
}

test('follows the system’s increased contrast', async ({ page, panel }) => {
  const quiet = () =>
    page.evaluate('getComputedStyle(document.documentElement).getPropertyValue("--quiet")');
  await panel.open(STATES.live);
  await page.getByText('train-llama').waitFor();
  const usual = await quiet();
  await page.emulateMedia({ contrast: 'more' });
  await expect.poll(quiet).not.toBe(usual);
  expect(await violations(page)).toEqual([]);
});

/** Computed colors and size of an element. */
function look(element: Locator) {
  return element.evaluate((node) => {
    const { backgroundColor, color, borderTopColor, borderTopWidth } = getComputedStyle(node);
    const { width, height } = node.getBoundingClientRect();
    return { backgroundColor, color, borderTopColor, borderTopWidth, width, height };
  });
}

const MODES = [
  ['normal contrast', { contrast: 'no-preference', forcedColors: 'none' }],
  ['more contrast', { contrast: 'more', forcedColors: 'none' }],
  ['forced colors', { contrast: 'no-preference', forcedColors: 'active' }],
] as const;

for (const [name, mode] of MODES) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`a load bar shows its value with ${name}, ${colorScheme}`, async ({ page, panel }) => {
      await page.emulateMedia({ ...mode, colorScheme });
      await panel.open(STATES.live);
      const track = page.getByTitle('cpu 34 %').locator('span').last().locator('..');
      const bar = await look(track);
      const fill = await look(track.locator('span'));
      expect(fill.width).toBeGreaterThan(bar.width * 0.25);
      expect(fill.width).toBeLessThan(bar.width * 0.45);
      expect(fill.height).toBeGreaterThanOrEqual(2);
      expect(fill.backgroundColor).not.toBe(bar.backgroundColor);
      if (name !== 'normal contrast') {
        expect(bar.borderTopWidth).toBe('1px');
        expect(bar.borderTopColor).toBe(fill.backgroundColor);
      }
    });
  }
}

test('an icon stays visible under the pointer with more contrast', async ({ page, panel }) => {
  await page.emulateMedia({ contrast: 'more' });
  await panel.open(STATES.live);
  const copy = page.getByRole('button', { name: 'Copy SSH command of eval-7' });
  await copy.hover();
  const { color, backgroundColor } = await look(copy);
  expect(backgroundColor).not.toBe(color);
});
