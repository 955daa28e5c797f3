import type { OperationEffect } from '../../src/shared/domain/vm.ts';
import { makeAccount } from '../../src/shared/testing/make-account.ts';
import { NO_ACTIVITY } from '../../src/shared/vms/vm-activity.ts';
import { HOUR, makeVm, NOW } from './make-vm.ts';
import { OPERATED, snapshotOf, stateOf } from './one-account.ts';
import { expect, test } from './panel-test.ts';

const DISK = { path: '/workspace', sizeGb: 200, perHour: 0.1, isNetwork: false };
const stop: OperationEffect = { keeps: [DISK], notes: ['Restarting may wait for a free GPU.'] };
const frozen = { isFrozen: true, effects: { stop } };
const LAB = makeAccount({ id: 'a2', provider: 'lambda', label: 'Lab', can: ['destroy'] });

const vms = [
  makeVm(1, { label: 'scratch', perHour: 3.19, ...frozen }),
  makeVm(2, { label: 'sweep-7', perHour: 1.59, ...frozen }),
  makeVm(3, { ...frozen, label: 'bare', perHour: 0.9, effects: { stop: { ...stop, keeps: [] } } }),
  makeVm(4, { label: 'train', perHour: 2 }),
];
const STATE = stateOf({
  accounts: [OPERATED, LAB],
  snapshots: {
    a1: snapshotOf(vms),
    a2: snapshotOf([makeVm(5, { label: 'lab-1', perHour: 1.29, isFrozen: true })]),
  },
});

test('reviews the idle VMs, stops those that stay checked, and says which one is in use again', async ({
  page,
  panel,
}) => {
  await panel.open(STATE);
  await page.getByRole('button', { name: 'Stop…', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Stop idle VMs' })).toBeVisible();
  const checks = page.getByRole('checkbox');
  await expect(checks).toHaveCount(2);
  const scratch = page.getByRole('listitem').filter({ hasText: 'scratch' });
  await expect(scratch).toContainText('frozen, GPU billed');
  await expect(scratch).toContainText(
    'Keeps /workspace (200 GB, $0.10/h). Erases everything else.',
  );
  await expect(page.getByText('saves $4.58/h, $110 a day')).toBeVisible();
  const other = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(other('lab-1').getByRole('button')).toHaveText(/console/);
  await expect(other('bare')).toContainText('Stopping erases everything on it.');
  await expect(other('bare').getByRole('button', { name: 'Stop…' })).toBeVisible();
  await page.getByText('if still idle in 1 h').click();
  await expect(checks.first()).toBeDisabled();
  await page.getByText('now', { exact: true }).click();
  await checks.last().uncheck();
  const refusal = { kind: 'inUse', message: 'scratch is in use again.', action: '' };
  await panel.answer('operateVm', { ok: false, refusal });
  await page.getByRole('button', { name: 'Stop 1 VM' }).click();
  await expect(scratch.getByRole('alert')).toContainText('scratch is in use again.');
  const sent = (await panel.requests()).filter(({ name }) => name === 'operateVm');
  expect(sent).toMatchObject([{ input: { vmId: vms[0]?.id, operation: 'stop', ifWaste: true } }]);
});

test('tells VMs of two accounts apart, says what a later stop replaces, and stays where the user went', async ({
  page,
  panel,
}) => {
  const own = makeVm(1, { label: 'scratch', perHour: 3.19, ...frozen });
  const idle = { label: 'scratch', perHour: 1, effects: { stop }, gpuCount: 1, gpuPercents: [0] };
  const other = makeVm(2, idle);
  const key = `a2/${other.id}`;
  const limit = { kind: 'spend', amount: 25, since: NOW } as const;
  await panel.open({
    ...STATE,
    accounts: [OPERATED, { ...OPERATED, id: 'a2', label: 'Lab', baseUrl: 'https://lab.example' }],
    snapshots: { a1: snapshotOf([own]), a2: snapshotOf([other]) },
    vmActivity: { [key]: { ...NO_ACTIVITY, lowSince: NOW - HOUR } },
    autoStops: { [key]: { accountId: 'a2', vmId: other.id, name: 'scratch', kind: 'stop', limit } },
  });
  await page.getByRole('button', { name: 'Stop…', exact: true }).click();
  const lab = page.getByRole('listitem').filter({ hasText: '(Lab)' });
  await expect(lab).not.toContainText('auto-stop');
  await page.getByText('if still idle in 1 h').click();
  await expect(lab).toContainText('Replaces its auto-stop.');
  await page.getByText('now', { exact: true }).click();
  await panel.hold('operateVm');
  await page.getByRole('button', { name: 'Stop 2 VMs' }).click();
  await panel.go({ kind: 'settings' });
  await panel.release();
  await expect(page.getByRole('heading', { name: 'Stop idle VMs' })).toBeHidden();
  expect(await panel.screen()).toMatchObject({ kind: 'settings' });
});

test('hidden amounts are dots in the review and in the sheet of a VM', async ({ page, panel }) => {
  const preferences = { ...STATE.preferences, hideAmounts: true };
  await panel.open({ ...STATE, preferences }, { kind: 'stopIdle' });
  await expect(page.getByText('Keeps /workspace (200 GB, ••••/h).').first()).toBeVisible();
  await expect(page.getByText('saves ••••/h, •••• a day')).toBeVisible();
  await page.getByRole('listitem').filter({ hasText: 'bare' }).getByRole('button').click();
  const sheet = page.getByRole('alertdialog');
  await sheet.getByLabel('Other time or amount').fill('$25');
  await expect(sheet).toContainText('once it has cost •••• since');
});
