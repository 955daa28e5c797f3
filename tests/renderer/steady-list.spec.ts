import type { Page } from '@playwright/test';
import { inStatus, makeRates, whileRunning } from '../../src/shared/domain/testing/records.ts';
import type { Vm } from '../../src/shared/domain/vm.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import { makeVm } from './make-vm.ts';
import { snapshotOf, stateOf } from './one-account.ts';
import { expect, type PanelUnderTest, test } from './panel-test.ts';
import { STATES } from './states.ts';

const withVms = (vms: readonly Vm[]): AppState => stateOf({ snapshots: { a1: snapshotOf(vms) } });

const running = ['ant', 'bee', 'cat', 'dog'].map((label, index) =>
  makeVm(index, { label, perHour: 4 - index }),
);
const stopped = ['elk', 'fox'].map((label, index) =>
  makeVm(10 + index, { label, status: 'stopped', disk: 0.2 - index / 10 }),
);
const before = [...running, ...stopped];

/** One VM stops, one is interrupted, one is gone, two swap their rates, and two arrive. */
const after = [
  makeVm(20, { label: 'new', perHour: 9 }),
  ...before.flatMap((vm) => {
    switch (vm.label) {
      case 'ant':
        return { ...vm, ...inStatus('stopped') };
      case 'bee':
        return { ...vm, ...inStatus('interrupted') };
      case 'cat':
        return [];
      case 'dog':
        return { ...vm, rates: whileRunning(8) };
      case 'elk':
        return { ...vm, rates: makeRates({ storagePerHour: 0.01 }) };
      default:
        return vm;
    }
  }),
  makeVm(21, { label: 'more', status: 'failed' }),
];

/** Name and place of each row in view, from top to bottom. */
function places(page: Page): Promise<readonly (readonly [name: string, top: number])[]> {
  return page
    .locator('li[data-vm]')
    .evaluateAll((rows) =>
      rows
        .map(
          (row) =>
            [
              row.querySelector('.vm-row-name')?.textContent ?? '',
              Math.round(row.getBoundingClientRect().top),
            ] as const,
        )
        .toSorted((a, b) => a[1] - b[1]),
    );
}

/** Opens the list with the rows of all groups. */
async function openAll(page: Page, panel: PanelUnderTest): Promise<void> {
  await panel.open(withVms(before));
  const heading = page.getByRole('button', { name: /^Off · 2/ });
  await heading.click();
  await heading.blur();
  await page.mouse.move(200, 20);
}

const names = async (page: Page) => (await places(page)).map(([name]) => name);

const SORTED = ['new', 'dog', 'fox', 'ant', 'bee', 'elk', 'more'];

test('no row moves while the pointer is over the list; they sort when it leaves', async ({
  page,
  panel,
}) => {
  // High enough for all rows.
  await page.setViewportSize({ width: 400, height: 700 });
  await openAll(page, panel);
  await page.getByText('bee').hover();
  const first = await places(page);
  expect(first.map(([name]) => name)).toEqual(['ant', 'bee', 'cat', 'dog', 'elk', 'fox']);
  await panel.become(withVms(after));
  await expect(page.getByText('more')).toBeVisible();
  expect((await places(page)).slice(0, 6)).toEqual(first);
  expect((await names(page)).slice(6)).toEqual(['new', 'more']);
  const row = (name: string) => page.locator('li[data-vm]', { hasText: name });
  await expect(row('ant')).toContainText('stopped');
  await expect(row('cat')).toContainText('gone');
  await expect(page.getByRole('button', { name: /^Running · 2 · \$17\.00/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^New · 2/ })).toBeVisible();
  await page.mouse.move(200, 20);
  await expect.poll(() => names(page)).toEqual(SORTED);
});

test('no row moves while a row has the focus', async ({ page, panel }) => {
  await openAll(page, panel);
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  const first = await places(page);
  await panel.become(withVms(after));
  await expect(page.getByText('more')).toBeVisible();
  expect((await places(page)).slice(0, 6)).toEqual(first);
  // Also from a row to its buttons.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Actions for ant' })).toBeFocused();
  expect((await places(page)).slice(0, 6)).toEqual(first);
  await page.getByLabel('Filter VMs').focus();
  await expect.poll(() => names(page)).toEqual(SORTED);
});

/** Hides the window or shows it again, with the pointer where it is. */
function setHidden(page: Page, isHidden: boolean): Promise<void> {
  return page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

for (const place of ['the list', 'the place of the messages'])
  test(`a panel hidden with the pointer over ${place} opens with everything up to date`, async ({
    page,
    panel,
  }) => {
    await openAll(page, panel);
    await page.mouse.move(200, place === 'the list' ? 200 : 540);
    await setHidden(page, true);
    const { alerts } = STATES.alertOpen;
    await panel.become({ ...withVms(after), alerts });
    await setHidden(page, false);
    await expect.poll(() => names(page)).toEqual(SORTED);
    await expect(page.getByRole('list', { name: 'What needs attention' })).toBeVisible();
  });

test('another order and another filter apply at once', async ({ page, panel }) => {
  await openAll(page, panel);
  await page.getByText('ant').hover();
  await panel.become(withVms(after));
  await expect(page.getByText('more')).toBeVisible();
  await page.keyboard.type('dog');
  await expect.poll(() => names(page)).toEqual(['dog']);
  await page.getByLabel('Sort VMs').selectOption('by name');
  await page.getByLabel('Filter VMs').fill('');
  await expect.poll(() => names(page)).toEqual(['dog', 'new', 'ant', 'bee', 'elk', 'fox', 'more']);
});

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('rows do not slide while filtering', async ({ page, panel }) => {
    await openAll(page, panel);
    await page.evaluate(() => {
      Object.assign(globalThis, { slid: 0 });
      document.addEventListener('transitionrun', () => {
        Object.assign(globalThis, { slid: Reflect.get(globalThis, 'slid') + 1 });
      });
    });
    await page.keyboard.type('fox');
    await expect.poll(() => names(page)).toEqual(['fox']);
    await page.keyboard.press('Escape');
    await expect.poll(() => names(page)).toHaveLength(6);
    expect(await page.evaluate('slid')).toBe(0);
  });
});

test('an empty list shows rows to come until its note is loaded', async ({ page, panel }) => {
  const loading = Promise.withResolvers<void>();
  await page.route(/account-note/, async (route) => {
    await loading.promise;
    await route.continue();
  });
  await panel.load(STATES.empty);
  await expect(page.getByText('Loading VMs')).toBeAttached();
  loading.resolve();
  await expect(page.getByRole('button', { name: 'See offers' })).toBeVisible();
  await expect(page.getByText('Loading VMs')).toHaveCount(0);
  await page.unroute(/account-note/);
});
