import type { Page } from '@playwright/test';
import type { AppState } from '../../src/shared/app/index.ts';
import type { Vm } from '../../src/shared/domain/index.ts';
import { HOUR, makeVm } from './make-vm.ts';
import { expect, type PanelUnderTest, test } from './panel-test.ts';
import { STATES, snapshotOf, stateOf } from './states.ts';

declare global {
  /** In the page: the ids of the VMs whose address was read, in one test. */
  var rowsDrawn: Set<string> | undefined;
}

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const moneyOf = (page: Page, name: string) => row(page, name).locator('[data-money]');
const withVms = (vms: readonly Vm[]): AppState => stateOf({ snapshots: { a1: snapshotOf(vms) } });

test('a VM that does not run costs what is billed for it, and not its full price', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.live);
  await expect(moneyOf(page, 'train-llama')).toHaveText('$1.10/h');
  await expect(moneyOf(page, 'old-run')).toHaveText('$0.02/h');
  await expect(row(page, 'old-run')).toContainText('disk still bills');
  // The service does not list it, which does not say that it costs nothing.
  await expect(moneyOf(page, 'vm-106')).toHaveText('—');
  await expect(row(page, 'vm-106')).not.toContainText('bills');
});

test('by rate, what is billed counts', async ({ page, panel }) => {
  const stopped = (label: string, storageHourlyRate: number) => ({
    ...{ label, status: 'stopped', hourlyRate: 9 - storageHourlyRate, storageHourlyRate },
  });
  const vms = [makeVm(1, stopped('small', 0.1)), makeVm(2, stopped('large', 0.4))];
  await panel.open(withVms([makeVm(3, stopped('unknown', 0)), ...vms]));
  await expect(page.locator('[data-row]').first()).toContainText('large');
  await expect(page.locator('[data-row]').last()).toContainText('unknown');
});

test('a spend that changes one entry draws one row', async ({ page, panel }) => {
  const vms = Array.from({ length: 40 }, (_, index) =>
    makeVm(index, { label: `job-${index}`, hourlyRate: 100 - index }),
  );
  const spend = snapshotOf(vms).spend.value;
  await panel.open(withVms(vms));
  await expect(page.getByText('job-3', { exact: true })).toBeVisible();
  /** Sends these VMs and a spend in which job-3 costs that much; answers whose rows were drawn for it. */
  const drawnAfter = async (sent: readonly Vm[], totalPerHour: number) => {
    const entries = spend?.vms.map((entry) =>
      entry.vmid === 3 ? { ...entry, totalPerHour } : entry,
    );
    await page.evaluate(
      ([list, value]) => {
        globalThis.rowsDrawn ??= new Set();
        const drawn = globalThis.rowsDrawn;
        drawn.clear();
        // Once a VM is laid out its address is read by its row alone: who reads it is drawing that row.
        const watched = (vm: Vm) =>
          Object.defineProperty({ ...vm }, 'ipAddress', {
            get: () => {
              drawn.add(vm.id);
              return vm.ipAddress;
            },
          });
        const rest = { spend: { value, problem: null }, asOf: 0, vmsProblem: null };
        const patch = { changed: list.map(watched), order: null, skipped: 0 };
        globalThis.fakeMain.patch({
          slices: {},
          snapshots: { a1: { kind: 'vms', rest, vms: patch } },
          vmLogins: {},
        });
      },
      [sent, spend && { ...spend, vms: entries ?? [] }] as const,
    );
    await expect(moneyOf(page, 'job-3').first()).toHaveText(`$${totalPerHour}/h`);
    return page.evaluate(() => [...(globalThis.rowsDrawn ?? [])]);
  };
  expect((await drawnAfter(vms, 97.25)).length).toBeGreaterThan(5);
  expect(await drawnAfter([], 97.75)).toEqual(
    vms.filter(({ vmid }) => vmid === 3).map(({ id }) => id),
  );
});

for (const currency of ['$', 'CHF ']) {
  test(`columns stand below each other, whatever is billed in ${currency}`, async ({
    page,
    panel,
  }) => {
    const rates = [0.02, 1.1, 9_999.99, 99_999.99, 123_456_789, 0.000_042, null];
    const vms = rates.map((hourlyRate, index) =>
      makeVm(index, { label: `job-${index}`, hourlyRate, age: 400 * 24 * HOUR }),
    );
    await panel.open({ ...withVms(vms), preferences: { ...withVms(vms).preferences, currency } });
    await page.getByText('job-3', { exact: true }).waitFor();
    const edges = await page.locator('li[data-vm]').evaluateAll((list) =>
      list.map((item) => {
        const box = (selector: string) => item.querySelector(selector)?.getBoundingClientRect();
        const [time, money] = [box('.vm-row-time'), box('[data-money]')];
        return { time: time?.right ?? 0, money: money?.right ?? 0, from: money?.left ?? 0 };
      }),
    );
    expect(edges).toHaveLength(rates.length);
    expect(new Set(edges.map(({ time }) => time)).size).toBe(1);
    expect(new Set(edges.map(({ money }) => Math.round(money))).size).toBe(1);
    for (const { time, from } of edges) expect(from).toBeGreaterThanOrEqual(time);
    await expect(moneyOf(page, 'job-3')).toHaveText(`${currency}100K/h`);
    await expect(moneyOf(page, 'job-3')).toHaveAttribute('title', `${currency}99,999.99`);
    await expect(moneyOf(page, 'job-2')).toHaveText(`${currency}9,999.99/h`);
  });
}

test('hidden amounts are dots, and what is not known stays unknown', async ({ page, panel }) => {
  await panel.open(STATES.hidden);
  await expect(moneyOf(page, 'train-llama')).toHaveText('••••/h');
  await expect(moneyOf(page, 'vm-106')).toHaveText('—');
});

async function details(page: Page, panel: PanelUnderTest, state: AppState, name: string) {
  await panel.open(state);
  await page.getByText(name, { exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  return page.getByRole('main');
}

test('the details tell what it is and costs first, also below a banner', async ({
  page,
  panel,
}) => {
  const main = await details(page, panel, STATES.stale, 'eval-7');
  await expect(page.getByRole('list', { name: 'What needs attention' })).toBeVisible();
  const first = main.getByText('$1.43/h').first();
  await expect(first).toBeInViewport({ ratio: 1 });
  await expect(main.getByText('8 × pro6000 · 41 m')).toBeInViewport({ ratio: 1 });
  const action = main.getByRole('button', { name: 'Copy SSH command' });
  const [above, below] = [await first.boundingBox(), await action.boundingBox()];
  expect(above?.y).toBeLessThan(below?.y ?? 0);
  const headings = await main.getByRole('heading', { level: 2 }).allTextContents();
  expect(headings).toEqual(['Cost', 'SSH', 'Machine', 'Times', 'Names']);
});

test('the details of a VM that does not run tell its price apart from what is billed', async ({
  page,
  panel,
}) => {
  const main = await details(page, panel, STATES.live, 'old-run');
  const cost = main.getByRole('region', { name: 'Cost' });
  const figure = (name: string) => cost.locator('div', { hasText: name }).locator('dd').first();
  await expect(figure('Billed now')).toHaveText('$0.02/h');
  await expect(figure('Price when running')).toHaveText('$0.55/h');
  await expect(main.locator('[data-money]').first()).toHaveText('$0.02/h');
});
