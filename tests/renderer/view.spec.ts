import type { PanelView } from '../../src/shared/app/index.ts';
import { makeVm } from './make-vm.ts';
import { expect, test } from './panel-test.ts';
import { STATES, snapshotOf, stateOf } from './states.ts';

const jobs = Array.from({ length: 60 }, (_, index) =>
  makeVm(index, { label: `job-${index}`, status: index < 50 ? 'running' : 'stopped' }),
);
const state = stateOf({ snapshots: { a1: snapshotOf(jobs) } });

function left(values: Partial<PanelView['list']>, screen: PanelView['screen']): PanelView {
  const list = { query: '', order: 'rate', activeKey: null, scrollTop: 0, ...values } as const;
  return { screen, list: { closedGroups: [], ...list }, dismissed: [] };
}

test('how it is looked at is told soon after it changes, and not before', async ({
  page,
  panel,
}) => {
  await panel.open(state);
  await page.getByText('job-0', { exact: true }).waitFor();
  expect(await panel.view()).toBeNull();
  await page.getByLabel('Filter VMs').fill('job-1');
  await page.getByLabel('Sort VMs').selectOption('by name');
  await expect
    .poll(async () => (await panel.view())?.list)
    .toMatchObject({ query: 'job-1', order: 'name' });
  await page.getByText('job-17', { exact: true }).click();
  await expect.poll(async () => (await panel.view())?.screen.kind).toBe('vm');
});

test('a long filter is cut where main would refuse it', async ({ page, panel }) => {
  await panel.open(state);
  await page.getByLabel('Filter VMs').focus();
  await page.keyboard.insertText('y'.repeat(500));
  await expect.poll(async () => (await panel.view())?.list.query.length).toBe(200);
});

test('the list comes back sorted, with its groups, scrolled, and on the same row', async ({
  page,
  panel,
}) => {
  const activeKey = `a1/${jobs[30]?.id}`;
  const list = { order: 'name', closedGroups: ['stopped'], activeKey, scrollTop: 1_400 } as const;
  await panel.open(state, left(list, { kind: 'vms' }));
  const row = page.locator('[data-row]:focus');
  await expect(row).toContainText('job-30');
  await expect(row).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('job-0', { exact: true })).not.toBeInViewport();
  await expect(page.getByLabel('Sort VMs')).toHaveValue('name');
  await page.getByRole('list', { name: 'VMs' }).evaluate((element) => {
    element.parentElement?.scrollTo({ top: 1e9 });
  });
  const stopped = page.getByRole('button', { name: /^Stopped/ });
  await expect(stopped).toHaveAttribute('aria-expanded', 'false');
});

test('a filter and a screen come back, too, and Escape leads from there as ever', async ({
  page,
  panel,
}) => {
  const vmId = jobs[17]?.id ?? '';
  await panel.open(state, left({ query: 'job-1' }, { kind: 'vm', accountId: 'a1', vmId }));
  await expect(page.getByRole('heading', { name: 'job-17' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Filter VMs')).toHaveValue('job-1');
  await expect(page.getByText('job-2', { exact: true })).toHaveCount(0);
});

test('a VM that has gone meanwhile is said to have gone', async ({ page, panel }) => {
  await panel.open(state, left({}, { kind: 'vm', accountId: 'a1', vmId: 'gone' }));
  await expect(page.getByText('no longer in the list')).toBeVisible();
});

test('what was put away stays away', async ({ page, panel }) => {
  await panel.open(STATES.noTray, { ...left({}, { kind: 'vms' }), dismissed: ['noTray'] });
  await page.getByText('train-llama').waitFor();
  await expect(page.getByText('no tray icons')).toHaveCount(0);
});
