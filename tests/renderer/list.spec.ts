import type { Page } from '@playwright/test';
import { vmsOf } from '../../src/shared/domain/account-state.ts';
import type { Vm } from '../../src/shared/domain/vm.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import { makeVm, NOW } from './make-vm.ts';
import { snapshotOf, stateOf } from './one-account.ts';
import { expect, test } from './panel-test.ts';
import { STATES } from './states.ts';

const rows = 'li[data-vm]';
const activeRow = (page: Page) => page.locator('[data-row]:focus');

function fleet(count: number): readonly Vm[] {
  const vms = Array.from({ length: count }, (_, index) =>
    makeVm(index, { label: `job-${index}`, perHour: 10 + count - index }),
  );
  return vmsOf(snapshotOf(vms));
}

const withVms = (vms: readonly Vm[]): AppState => stateOf({ snapshots: { a1: snapshotOf(vms) } });

test('renders fewer than 20 of 10,000 VMs, and any of them when scrolled to', async ({
  page,
  panel,
}) => {
  await panel.open(withVms(fleet(10_000)));
  await expect(page.getByText('job-0', { exact: true })).toBeVisible();
  expect(await page.locator(rows).count()).toBeLessThan(20);
  await page.getByRole('list', { name: 'VMs' }).evaluate((list) => {
    list.parentElement?.scrollTo({ top: 1e9 });
  });
  await expect(page.getByText('job-9999', { exact: true })).toBeVisible();
  expect(await page.locator(rows).count()).toBeLessThan(20);
  const last = page.getByRole('listitem').filter({ hasText: 'job-9999' });
  await expect(last).toHaveAttribute('aria-posinset', '10001');
  await expect(last).toHaveAttribute('aria-setsize', '10001');
});

test('leaves no gap at the end of the list, however it is scrolled', async ({ page, panel }) => {
  for (const size of [
    { width: 400, height: 600 },
    { width: 400, height: 300 },
    { width: 200, height: 300 },
  ]) {
    await page.setViewportSize(size);
    await panel.open(withVms(fleet(40)));
    const gaps = await page.getByRole('list', { name: 'VMs' }).evaluate(async (list) => {
      const scroller = list.parentElement;
      if (scroller === null) throw new Error('the list does not scroll');
      const found: number[] = [];
      // Rows are rendered again at multiples of 56 px.
      for (let top = 55; top < 13 * 56; top += top % 56 === 0 ? 55 : 1) {
        const scrolled = new Promise((resolve) =>
          scroller.addEventListener('scroll', resolve, { once: true }),
        );
        scroller.scrollTop = top;
        await scrolled;
        const end = list.lastElementChild?.getBoundingClientRect().bottom ?? 0;
        found.push(Math.max(0, scroller.getBoundingClientRect().bottom - end));
      }
      return found;
    });
    expect(new Set(gaps), `${size.width} × ${size.height} px`).toEqual(new Set([0]));
  }
});

test('changes nothing in the page for a patch that changes nothing on the list', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.live);
  await page.getByText('train-llama').waitFor();
  await page.evaluate(
    'window.touched = []; window.observer = new MutationObserver((list) => { window.touched.push(...list.map((m) => m.type + " " + m.target.nodeName + " " + m.target.textContent)); }); window.observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })',
  );
  await panel.become({ ...STATES.live, keychain: 'available', rates: [...STATES.live.rates] });
  expect(await page.evaluate('window.observer.disconnect(), window.touched')).toEqual([]);
});

test('shows for how long a VM has been creating', async ({ page, panel }) => {
  const createdAt = new Date(NOW - 42_000).toISOString();
  await panel.open(withVms([makeVm(1, { status: 'creating', createdAt, startedAt: null })]));
  await expect(page.locator(rows)).toContainText('creating… 0:42');
  await page.clock.setFixedTime(NOW + 20_000);
  await expect(page.locator(rows)).toContainText('creating… 1:02');
  await page.clock.setFixedTime(NOW);
});

test('keeps the focus on its row when VMs come and go', async ({ page, panel }) => {
  const vms = fleet(60);
  await panel.open(withVms(vms));
  await page.getByText('job-0', { exact: true }).waitFor();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowDown');
  await expect(activeRow(page)).toContainText('job-4');
  await panel.become(withVms(vms.slice(3)));
  await expect(page.locator(rows).first()).toContainText('gone');
  await expect(activeRow(page)).toContainText('job-4');
  await panel.become(withVms([makeVm(900, { label: 'new', perHour: 99 }), ...vms]));
  await expect(page.locator(rows).first()).not.toContainText('gone');
  await expect(activeRow(page)).toContainText('job-4');
  await page.keyboard.press('ArrowDown');
  await expect(activeRow(page)).toContainText('job-5');
});

test('keeps the focused row in the page while it is scrolled out of view', async ({
  page,
  panel,
}) => {
  await panel.open(withVms(fleet(500)));
  await page.getByText('job-0', { exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('list', { name: 'VMs' }).evaluate((list) => {
    list.parentElement?.scrollTo({ top: 9_000 });
  });
  await expect(page.getByText('job-0', { exact: true })).not.toBeInViewport();
  await expect(activeRow(page)).toContainText('job-0');
  await page.keyboard.press('ArrowDown');
  await expect(activeRow(page)).toContainText('job-1');
  await expect(activeRow(page)).toBeInViewport({ ratio: 1 });
});

test('Enter opens the details; Escape returns to the row, then closes the panel', async ({
  page,
  panel,
}) => {
  await panel.open(withVms(fleet(60)));
  await page.getByText('job-0', { exact: true }).waitFor();
  for (let step = 0; step < 19; step += 1) await page.keyboard.press('ArrowDown');
  await expect(activeRow(page)).toContainText('job-18');
  // In one task: the list is left before the scroll event.
  await activeRow(page).evaluate((row) => {
    row.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    const next = document.activeElement;
    if (next instanceof HTMLElement) next.click();
  });
  await expect(page.getByRole('heading', { name: 'job-19' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(activeRow(page)).toContainText('job-19');
  await expect(activeRow(page)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await panel.requests()).at(-1)?.name).toBe('hidePanel');
});

test('filters by every word, also in closed groups, until Escape', async ({ page, panel }) => {
  await panel.open(STATES.attention);
  await expect(page.getByText('gone-1')).toHaveCount(0);
  await page.keyboard.press('/');
  await page.keyboard.type('gone');
  await expect(page.getByText('gone-1')).toBeVisible();
  await expect(page.getByText('train-llama')).toHaveCount(0);
  const group = page.getByRole('button', { name: 'Off ·' });
  await group.click();
  await expect(page.getByText('gone-1')).toHaveCount(0);
  await group.click();
  await expect(page.getByText('gone-1')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.press('End');
  await page.keyboard.type(' nowhere');
  await expect(page.getByText('No VM matches')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('train-llama')).toBeVisible();
  expect(await panel.requests()).toEqual([]);
});

test('Escape on a row clears the filter, then closes the panel', async ({ page, panel }) => {
  await panel.open(STATES.live);
  await page.getByText('eval-7').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('eval');
  await expect(page.getByText('train-llama')).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'eval-7' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(activeRow(page)).toContainText('eval-7');
  await expect(page.getByLabel('Filter VMs')).toHaveValue('eval');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Filter VMs')).toHaveValue('');
  await expect(page.getByText('train-llama')).toBeVisible();
  await expect(activeRow(page)).toContainText('eval-7');
  expect(await panel.requests()).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await panel.requests()).at(-1)?.name).toBe('hidePanel');
});

test('typing filters from the top; clearing the filter restores the place', async ({
  page,
  panel,
}) => {
  await panel.open(withVms(fleet(500)));
  const scrollTop = () =>
    page.getByRole('list', { name: 'VMs' }).evaluate((list) => list.parentElement?.scrollTop);
  await page.getByText('job-0', { exact: true }).hover();
  await page.mouse.wheel(0, 9_000);
  await expect.poll(scrollTop).toBe(9_000);
  await page.keyboard.type('job-4');
  await expect(page.getByLabel('Filter VMs')).toHaveValue('job-4');
  await expect(page.locator(rows).first()).toBeInViewport({ ratio: 1 });
  await expect(page.locator(rows).first()).toContainText('job-4');
  expect(await scrollTop()).toBe(0);
  await page.keyboard.press('Escape');
  await expect.poll(scrollTop).toBe(9_000);
  await page.keyboard.type('crow');
  await expect(page.getByLabel('Filter VMs')).toHaveValue('crow');
  await page.keyboard.press('F5');
  expect((await panel.requests()).map(({ name }) => name)).toEqual(['refresh']);
});

test('every letter typed on a focused row filters, and runs no command', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.live);
  const filter = page.getByLabel('Filter VMs');
  for (const name of ['runpod', 'comfy', 'O2']) {
    await page.getByRole('listitem').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('[data-row]:focus')).toHaveCount(1);
    await page.keyboard.type(name);
    await expect(filter).toHaveValue(name);
    await page.keyboard.press('Escape');
    await expect(filter).toHaveValue('');
  }
  expect(await panel.requests()).toEqual([]);
  // The active row may be that of a VM without a login.
  await page.keyboard.type('train-llama');
  await expect(page.locator('li[data-vm]')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-row]:focus')).toHaveCount(1);
  await page.keyboard.press('Meta+c');
  await page.keyboard.press('Control+r');
  await expect
    .poll(async () => (await panel.requests()).map(({ name }) => name).toSorted())
    .toEqual(['copyFromVm', 'refresh']);
  // Selected text is what is copied.
  await page.evaluate(() => getSelection()?.selectAllChildren(document.body));
  await page.keyboard.press('Control+c');
  expect(await panel.requests()).toHaveLength(2);
});

test('shows hostile text as text', async ({ page, panel }) => {
  await panel.open(STATES.hostile);
  const image = page.getByText('<img src=x onerror=alert(1)>');
  await expect(image).toBeVisible();
  expect(await page.locator('img').count()).toBe(0);
  const long = 'W'.repeat(3_000);
  await expect(page.getByTitle(long)).toBeVisible();
  await page.getByTitle(long).click();
  await expect(page.getByRole('heading', { level: 1, name: long })).toBeVisible();
  expect(panel.errors).toEqual([]);
});

test.describe('the open screen', () => {
  const jobs = fleet(60);
  const state = withVms(jobs);

  test('is reported when it changes', async ({ page, panel }) => {
    await panel.open(state);
    await page.getByText('job-0', { exact: true }).waitFor();
    expect(await panel.screen()).toBeNull();
    await page.getByLabel('Filter VMs').fill('job-17');
    await page.getByText('job-17', { exact: true }).click();
    const vm = { kind: 'vm', accountId: 'a1', vmId: jobs[17]?.id };
    await expect.poll(() => panel.screen()).toEqual(vm);
  });

  test('is the last one at the start; Escape leads to the list', async ({ page, panel }) => {
    const vmId = jobs[17]?.id ?? '';
    await panel.open(state, { kind: 'vm', accountId: 'a1', vmId });
    await expect(page.getByRole('heading', { name: 'job-17' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Filter VMs')).toHaveValue('');
  });

  test('keeps filter, order and position of the list below it', async ({ page, panel }) => {
    await panel.open(state);
    await page.getByLabel('Sort VMs').selectOption('by name');
    await page.getByLabel('Filter VMs').fill('job-');
    for (let step = 0; step < 21; step += 1) await page.keyboard.press('ArrowDown');
    await expect(activeRow(page)).toContainText('job-20');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'job-20' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Filter VMs')).toHaveValue('job-');
    await expect(page.getByLabel('Sort VMs')).toHaveValue('name');
    await expect(activeRow(page)).toContainText('job-20');
    await expect(activeRow(page)).toBeInViewport({ ratio: 1 });
  });
});
