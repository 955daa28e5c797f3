import { expect, test } from './panel-test.ts';
import { STATES } from './states.ts';

const state = { ...STATES.operations, autoStops: {} };
const vmId = state.snapshots['a1']?.vms.value?.vms[2]?.id ?? '';
const screen = { kind: 'vm', accountId: 'a1', vmId } as const;
const set = (when: string) => ({ name: 'setAutoStop', input: { accountId: 'a1', vmId, when } });

test('is set from a menu, or in a field that says what was understood', async ({ page, panel }) => {
  await panel.open(state, screen);
  const section = page.getByRole('region', { name: 'Auto-stop' });
  await section.getByRole('button', { name: 'Stop later' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    ...['In 1 h', 'In 4 h', 'At 19:00', 'When idle for 1 h', 'At $25', 'Custom…'],
  ]);
  await page.getByRole('menuitem', { name: 'When idle for 1 h' }).click();
  await section.getByRole('button', { name: 'Stop later' }).click();
  await page.getByRole('menuitem', { name: 'Custom…' }).click();
  const field = section.getByLabel('Stop later');
  await expect(field).toBeFocused();
  await field.fill('later');
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(/^Enter a time such as 7pm/);
  await field.fill('tomorrow 9am');
  await expect(field).toHaveAccessibleDescription('Stops tomorrow at 09:00, in 19 h.');
  await field.press('Enter');
  expect(await panel.requests()).toEqual([set('idle 1h'), set('tomorrow 9am')]);
});

test('is not offered for a VM that is stopping', async ({ page, panel }) => {
  await panel.open(state, screen);
  const section = page.getByRole('region', { name: 'Auto-stop' });
  await expect(section).toBeVisible();
  const operation = { operation: 'stop', isOverdue: false } as const;
  await panel.become({ ...state, operations: { [`a1/${vmId}`]: operation } });
  await expect(section).toBeHidden();
  await panel.become({
    ...state,
    operations: { [`a1/${vmId}`]: { ...operation, operation: 'start' } },
  });
  await expect(section).toBeVisible();
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
  await expect(section.getByRole('button', { name: 'Remove reminder' })).toBeVisible();
  await expect(section).not.toContainText(/\bStops\b|\buntil\b/);
});
