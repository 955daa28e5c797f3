import { makeVm } from './make-vm.ts';
import { expect, test } from './panel-test.ts';
import { snapshotOf, stateOf } from './states.ts';

const jobs = Array.from({ length: 60 }, (_, index) =>
  makeVm(index, { label: `job-${index}`, status: index < 50 ? 'running' : 'stopped' }),
);
const state = stateOf({ snapshots: { a1: snapshotOf(jobs) } });

test('reports the open screen when it changes', async ({ page, panel }) => {
  await panel.open(state);
  await page.getByText('job-0', { exact: true }).waitFor();
  expect(await panel.screen()).toBeNull();
  await page.getByLabel('Filter VMs').fill('job-17');
  await page.getByText('job-17', { exact: true }).click();
  const vm = { kind: 'vm', accountId: 'a1', vmId: jobs[17]?.id };
  await expect.poll(() => panel.screen()).toEqual(vm);
});

test('starts on the screen that was open last, and Escape leads to the list', async ({
  page,
  panel,
}) => {
  const vmId = jobs[17]?.id ?? '';
  await panel.open(state, { kind: 'vm', accountId: 'a1', vmId });
  await expect(page.getByRole('heading', { name: 'job-17' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Filter VMs')).toHaveValue('');
});

test('shows that the VM of the last screen is gone', async ({ page, panel }) => {
  await panel.open(state, { kind: 'vm', accountId: 'a1', vmId: 'gone' });
  await expect(page.getByText('no longer in the list')).toBeVisible();
});

test('keeps filter, order and scroll position while another screen is open', async ({
  page,
  panel,
}) => {
  await panel.open(state);
  await page.getByLabel('Sort VMs').selectOption('by name');
  await page.getByLabel('Filter VMs').fill('job-');
  for (let step = 0; step < 21; step += 1) await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-row]:focus')).toContainText('job-20');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'job-20' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Filter VMs')).toHaveValue('job-');
  await expect(page.getByLabel('Sort VMs')).toHaveValue('name');
  await expect(page.locator('[data-row]:focus')).toContainText('job-20');
  await expect(page.locator('[data-row]:focus')).toBeInViewport({ ratio: 1 });
});
