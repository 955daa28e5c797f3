import { makeVm } from './make-vm.ts';
import { snapshotOf, stateOf } from './one-account.ts';
import { expect, test } from './panel-test.ts';
import { resize, SIZES } from './scenes.ts';
import { STATES } from './states.ts';

test('no amount is truncated', async ({ page, panel }) => {
  await panel.open(STATES.hostile);
  await page.getByText('absurd').waitFor();
  for (const size of Object.values(SIZES)) {
    await resize(page, size);
    const amounts = await page.locator('[data-money]').all();
    for (const amount of amounts) {
      const box = await amount.boundingBox();
      if (box === null) continue;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(size.width);
    }
    expect(amounts.length).toBeGreaterThan(4);
  }
});

test('a changed figure keeps its position', async ({ page, panel }) => {
  const money = page.getByRole('listitem').filter({ hasText: 'eval-7' }).locator('[data-money]');
  await panel.open(STATES.live);
  const before = await money.boundingBox();
  const list = STATES.live.snapshots['a1']?.vms.value;
  if (!list) throw new Error('the state has no VMs');
  const vms = list.vms.map((vm) => (vm.label === 'eval-7' ? { ...vm, hourlyRate: 1.71 } : vm));
  await panel.become({ ...STATES.live, snapshots: { a1: snapshotOf(vms) } });
  await expect(money).toHaveText('$1.71/h');
  expect(await money.boundingBox()).toEqual(before);
});

test('a long age stays on one line', async ({ page, panel }) => {
  const vm = makeVm(1, { label: 'ancient', startedAt: '1999-01-01T00:00:00Z' });
  const old = makeVm(2, { label: 'old', startedAt: '2001-01-01T00:00:00Z' });
  await panel.open(stateOf({ snapshots: { a1: snapshotOf([vm, old]) } }));
  const row = page.getByRole('listitem').filter({ hasText: 'old' });
  const age = row.locator('.vm-row-what');
  await expect(age).toHaveText(/^1 × 4090 · \d+ d$/);
  const lines = await age.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
});
