import type { AppState } from '../../src/shared/app/index.ts';
import type { Vm } from '../../src/shared/domain/index.ts';
import { makeVm, NOW } from './make-vm.ts';
import { expect, test } from './panel-test.ts';
import { STATES, snapshotOf, stateOf } from './states.ts';

declare global {
  /** In the page: the ids of the VMs whose address was read, in one test. */
  var addressesRead: Set<string> | undefined;
}

const rows = 'li[data-vm]';

function fleet(count: number): readonly Vm[] {
  return Array.from({ length: count }, (_, index) =>
    makeVm(index, { label: `job-${index}`, hourlyRate: 10 + count - index }),
  );
}

const withVms = (vms: readonly Vm[]): AppState => stateOf({ snapshots: { a1: snapshotOf(vms) } });

test('of 10,000 VMs draws what fits on the screen, and the last is one key away', async ({
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
});

test('one change in 500 VMs draws one row', async ({ page, panel }) => {
  // Once a VM is laid out its address is read by its row alone: who reads it is drawing that row.
  const vms = fleet(500);
  await panel.open(withVms(vms));
  await expect(page.getByText('job-3', { exact: true })).toBeVisible();
  /** Sends these VMs, of which job-3 shows when they are drawn; answers who was. */
  const drawnAfter = async (sent: readonly Vm[], cpuPercent: number) => {
    const changed = sent.map((vm) => (vm.label === 'job-3' ? { ...vm, cpuPercent } : vm));
    await page.evaluate((list) => {
      // Those of an earlier list note themselves in it as well.
      globalThis.addressesRead ??= new Set();
      const read = globalThis.addressesRead;
      read.clear();
      const watched = (vm: Vm) =>
        Object.defineProperty({ ...vm }, 'ipAddress', {
          get: () => {
            read.add(vm.id);
            return vm.ipAddress;
          },
        });
      const rest = { spend: { value: null, problem: null }, asOf: 0, vmsProblem: null };
      const sentVms = { changed: list.map(watched), order: null, skipped: 0 };
      globalThis.fakeMain.patch({
        slices: {},
        snapshots: { a1: { kind: 'vms', rest, vms: sentVms } },
        vmLogins: {},
      });
    }, changed);
    await expect(page.getByTitle(`cpu ${cpuPercent} %`)).toBeVisible();
    return page.evaluate(() => [...(globalThis.addressesRead ?? [])]);
  };
  expect((await drawnAfter(vms, 98)).length).toBeGreaterThan(5);
  const changed = vms.filter(({ label }) => label === 'job-3');
  expect(await drawnAfter(changed, 99)).toEqual(changed.map(({ id }) => id));
});

test('a patch that changes nothing on the list touches nothing of it', async ({ page, panel }) => {
  await panel.open(STATES.live);
  await page.getByText('train-llama').waitFor();
  await page.evaluate(
    'window.touched = []; new MutationObserver((list) => { window.touched.push(...list.map((m) => m.type + " " + m.target.nodeName + " " + m.target.textContent)); }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })',
  );
  await panel.become({ ...STATES.live, keychain: 'available', rates: [...STATES.live.rates] });
  expect(await page.evaluate('window.touched')).toEqual([]);
});

test('a VM that is being created tells how long already', async ({ page, panel }) => {
  const createdAt = new Date(NOW - 42_000).toISOString();
  await panel.open(withVms([makeVm(1, { status: 'creating', createdAt, startedAt: null })]));
  await expect(page.locator(rows)).toContainText('creating… 0:42');
  await page.clock.setFixedTime(NOW + 20_000);
  await expect(page.locator(rows)).toContainText('creating… 1:02');
});

test('the keys walk through the rows, over headings, and stay in sight', async ({
  page,
  panel,
}) => {
  await panel.open(withVms(fleet(60)));
  await page.getByText('job-0', { exact: true }).waitFor();
  for (let step = 0; step < 30; step += 1) await page.keyboard.press('ArrowDown');
  const row = page.locator('[data-row]:focus');
  await expect(row).toContainText('job-29');
  await expect(row).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('ArrowUp');
  await expect(row).toContainText('job-28');
});

test('Enter opens the details, Escape comes back to the same row, and then closes', async ({
  page,
  panel,
}) => {
  await panel.open(withVms(fleet(60)));
  await page.getByText('job-0', { exact: true }).waitFor();
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-row]:focus')).toContainText('job-19');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'job-19' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-row]:focus')).toContainText('job-19');
  await expect(page.locator('[data-row]:focus')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await panel.requests()).at(-1)?.name).toBe('hidePanel');
});

test('a filter finds in every word, opens closed groups, and Escape takes it away', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.attention);
  await expect(page.getByText('gone-1')).toHaveCount(0);
  await page.keyboard.press('/');
  await page.keyboard.type('gone');
  await expect(page.getByText('gone-1')).toBeVisible();
  await expect(page.getByText('train-llama')).toHaveCount(0);
  await page.keyboard.type(' nowhere');
  await expect(page.getByText('No VM matches')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('train-llama')).toBeVisible();
  expect(await panel.requests()).toEqual([]);
});

test('Escape takes the filter away from wherever one is on the list, and only then closes', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.live);
  await page.getByText('eval-7').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('eval');
  await expect(page.getByText('train-llama')).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'eval-7' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-row]:focus')).toContainText('eval-7');
  await expect(page.getByLabel('Filter VMs')).toHaveValue('eval');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Filter VMs')).toHaveValue('');
  await expect(page.getByText('train-llama')).toBeVisible();
  await expect(page.locator('[data-row]:focus')).toContainText('eval-7');
  expect(await panel.requests()).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await panel.requests()).at(-1)?.name).toBe('hidePanel');
});

test('sorts by name when asked to', async ({ page, panel }) => {
  await panel.open(STATES.live);
  await page.getByLabel('Sort VMs').selectOption('by name');
  await expect(page.locator(`${rows} [data-row]`).first()).toContainText('eval-7');
  await page.getByLabel('Sort VMs').selectOption('by age');
  await expect(page.locator(`${rows} [data-row]`).first()).toContainText('eval-7');
});

test('hostile text is shown as text, and the whole of it on demand', async ({ page, panel }) => {
  await panel.open(STATES.hostile);
  const image = page.getByText('<img src=x onerror=alert(1)>');
  await expect(image).toBeVisible();
  expect(await page.locator('img').count()).toBe(0);
  const long = 'W'.repeat(3_000);
  await expect(page.getByTitle(long)).toBeVisible();
  await page.getByTitle(long).click();
  await expect(page.getByText(long).last()).toBeVisible();
  expect(panel.complaints).toEqual([]);
});
