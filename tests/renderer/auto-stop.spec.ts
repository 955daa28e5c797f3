import { expect, test } from './panel-test.ts';
import { STATES } from './states.ts';

const state = { ...STATES.operations, autoStops: {} };
const vmId = state.snapshots['a1']?.vms.value?.vms[2]?.id ?? '';
const screen = { kind: 'vm', accountId: 'a1', vmId } as const;
const set = (when: string) => ({ name: 'setAutoStop', input: { accountId: 'a1', vmId, when } });

test('is chosen in the stop sheet, which says what was understood', async ({ page, panel }) => {
  await panel.open(state, screen);
  const sheet = page.getByRole('alertdialog', { name: 'Stop eval-7?' });
  const stop = page.getByRole('button', { name: 'Stop…' });
  await stop.click();
  await expect(sheet.getByRole('radio', { name: 'now' })).toBeChecked();
  await sheet.getByText('idle 1 h').click();
  await expect(sheet).toContainText(/Stops once idle for 1 h\. Idle is measured by GPU load/);
  await sheet.getByRole('button', { name: 'Set' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(stop).toBeFocused();
  await page.keyboard.press('Enter');
  const field = sheet.getByLabel('Other time or amount');
  await field.fill('later');
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(/^Enter a time such as/);
  await field.fill('tomorrow 9am');
  await expect(sheet.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(sheet).toContainText('Stops tomorrow at 09:00, in 19 h.');
  await field.press('Enter');
  expect(await panel.requests()).toEqual([set('idle 1h'), set('tomorrow 9am')]);
});

test('is shown on a line, and changed in the sheet or removed', async ({ page, panel }) => {
  await panel.open(STATES.operations, screen);
  const line = page.getByRole('region', { name: 'Auto-stop' });
  await expect(line).toHaveText('Auto-stopStops today at 18:03, in 4 h.ChangeRemove');
  await line.getByRole('button', { name: 'Change' }).click();
  const sheet = page.getByRole('alertdialog');
  await expect(sheet.getByLabel('Other time or amount')).toHaveValue('18:03');
  await sheet.getByText('1 h', { exact: true }).click();
  await sheet.getByRole('button', { name: 'Set' }).click();
  await line.getByRole('button', { name: 'Remove' }).click();
  const removed = { ...set(''), input: { accountId: 'a1', vmId, when: null } };
  expect(await panel.requests()).toEqual([set('1h'), removed]);
});

test('is not shown for a VM that is stopping', async ({ page, panel }) => {
  await panel.open(STATES.operations, screen);
  const section = page.getByRole('region', { name: 'Auto-stop' });
  await expect(section).toBeVisible();
  const operation = { operation: 'stop', isOverdue: false } as const;
  await panel.become({ ...STATES.operations, operations: { [`a1/${vmId}`]: operation } });
  await expect(section).toBeHidden();
});

test('where the provider has no stop, a reminder is set', async ({ page, panel }) => {
  await panel.open(STATES.live, screen);
  await page.getByRole('button', { name: 'Remind me…' }).click();
  const sheet = page.getByRole('alertdialog', { name: 'Remind you to stop eval-7?' });
  await expect(sheet.getByRole('radio', { name: 'now' })).toHaveCount(0);
  await expect(sheet).toContainText(/Reminds you today at .* GPU Tray can’t stop this VM/);
  await sheet.getByRole('button', { name: 'Set' }).click();
  expect(await panel.requests()).toEqual([set('1h')]);
});

test('a reminder is no stop, in row and details', async ({ page, panel }) => {
  const [account] = state.accounts;
  if (account === undefined) throw new Error('the scene has changed');
  const limit = { kind: 'time', at: state.snapshots['a1']?.asOf ?? 0 } as const;
  const autoStop = { kind: 'reminder', accountId: 'a1', vmId, name: 'eval-7', limit } as const;
  const reminded = {
    ...state,
    accounts: [{ ...account, provider: 'lambda', can: ['destroy'] }],
    autoStops: {
      [`a1/${vmId}`]: { ...autoStop, limit: { ...limit, at: limit.at + 5 * 3_600_000 } },
    },
  } as const;
  await panel.open(reminded);
  const row = page.locator('li[data-vm]').filter({ hasText: /reminder \d\d:\d\d/ });
  await expect(row).toHaveCount(1);
  await expect(row).not.toContainText('until');
  await panel.open(reminded, screen);
  const section = page.getByRole('region', { name: 'Auto-stop' });
  await expect(section).toContainText(/Reminds you .*Lambda can’t stop/);
  await expect(section.getByRole('button', { name: 'Remove' })).toBeVisible();
  await expect(section).not.toContainText(/\bStops\b|\buntil\b/);
});
