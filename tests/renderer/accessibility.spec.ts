import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
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

/** Without the second page that axe would gather the findings of frames in: the panel has none, and it takes half the time. */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode();

async function violations(page: Page): Promise<readonly string[]> {
  const { violations: found } = await axe(page).analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

const SCHEMES = ['light', 'dark'] as const;

for (const [name, state] of Object.entries(STATES)) {
  test(`axe finds nothing: ${name}`, async ({ page, panel }) => {
    await panel.open(state);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      expect([colorScheme, await violations(page)]).toEqual([colorScheme, []]);
    }
    expect(panel.complaints).toEqual([]);
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
      test(`axe finds nothing on the screen ${destination.kind}`, async ({ page, panel }) => {
        await panel.open(STATES.alertOpen);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await panel.go(destination);
        await page.getByRole('button', { name: 'Back' }).waitFor();
        expect(await violations(page)).toEqual([]);
      });
    }

    test('axe finds nothing in accounts, signing in, signing out and the keys', async ({
      page,
      panel,
    }) => {
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

    test('axe finds nothing in the details of a VM whose host key changed', async ({
      page,
      panel,
    }) => {
      await panel.open(STATES.logins);
      await page.getByText('reinstalled').click();
      await page.getByRole('heading', { name: 'The host key has changed' }).waitFor();
      expect(await violations(page)).toEqual([]);
    });

    test('axe finds nothing where ssh is to be told the names, by us or by hand', async ({
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

    test('axe finds nothing in open menus', async ({ page, panel }) => {
      await panel.open(STATES.alertOpen);
      await page.getByRole('button', { name: 'Snooze' }).click();
      await page.getByRole('menuitem', { name: '1 hour' }).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByText('train-llama').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Details' }).waitFor();
      expect(await violations(page)).toEqual([]);
    });

    test('money is readable at 7 to 1', async ({ page, panel }) => {
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

test('more contrast is given where the system asks for it', async ({ page, panel }) => {
  const quiet = () =>
    page.evaluate('getComputedStyle(document.documentElement).getPropertyValue("--quiet")');
  await panel.open(STATES.live);
  await page.getByText('train-llama').waitFor();
  const usual = await quiet();
  await page.emulateMedia({ contrast: 'more' });
  await expect.poll(quiet).not.toBe(usual);
  expect(await violations(page)).toEqual([]);
});
