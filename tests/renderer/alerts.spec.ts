import { NOW } from './make-vm.ts';
import { expect, type PanelUnderTest, test } from './panel-test.ts';
import { STATES, stateOf } from './states.ts';

const { snapshots } = STATES.live;
const change = (input: object) => ({ name: 'changePreferences', input });
const rule = (isOn: boolean, limit: number | null) => ({ hourlyRate: { isOn, limit } });
const open = (panel: PanelUnderTest, preferences: object = {}) =>
  panel.open(stateOf({ snapshots, preferences }), { kind: 'alerts' });

for (const [label, isOn, before, after] of [
  ['A VM changes', true, { notifyStatusChanges: true }, { notifyStatusChanges: false }],
  ['SSH is ready', false, { notifyReady: false }, { notifyReady: true }],
  ['You leave while VMs are billed', true, { remindOnLeaving: true }, { remindOnLeaving: false }],
  // Half as much again as the rate of $3.44/h.
  ['Alert on the hourly rate', false, rule(false, null), rule(true, 6)],
  ['Alert on the hourly rate', true, rule(true, 4.5), rule(false, 4.5)],
] as const) {
  test(`${label}: switches from ${isOn ? 'on' : 'off'}`, async ({ page, panel }) => {
    await open(panel, before);
    const control = page.getByRole('switch', { name: label });
    await expect(control).toBeChecked({ checked: isOn });
    await control.click();
    expect(await panel.requests()).toEqual([change(after)]);
  });
}

test('a valid limit is saved, and one that alerts at once says so', async ({ page, panel }) => {
  await open(panel, { hourlyRate: { isOn: true, limit: 6 } });
  const limit = page.getByLabel('Hourly rate above');
  await expect(limit).toHaveValue('6.00');
  await expect(limit).toHaveAccessibleDescription('Now $3.44/h, all accounts together.');
  await limit.fill('-1');
  await page.keyboard.press('Tab');
  await expect(limit).toHaveAttribute('aria-invalid', 'true');
  expect(await panel.requests()).toEqual([]);
  await limit.fill('2,5');
  await expect(page.getByText('You are at $3.44/h now, so this alerts immediately.')).toBeVisible();
  await page.keyboard.press('Tab');
  expect(await panel.requests()).toEqual([change({ hourlyRate: { isOn: true, limit: 2.5 } })]);
});

test('an open alert can be snoozed and woken', async ({ page, panel }) => {
  const [alert] = STATES.alertOpen.alerts;
  if (alert === undefined) throw new Error('the state has no alert');
  await panel.open(STATES.alertOpen, { kind: 'alerts' });
  const list = page.getByRole('list', { name: 'Open alerts' });
  await expect(list).toContainText('now $3.44/h · highest: eval-7 $1.43/h');
  await list.getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('menuitem', { name: '1 hour' }).click();
  const snoozedUntil = ((await page.evaluate('Date.now()')) as number) + 3_600_000;
  await panel.become({ ...STATES.alertOpen, alerts: [{ ...alert, snoozedUntil }] });
  await expect(list).toContainText('snoozed until');
  await list.getByRole('button', { name: 'Wake' }).click();
  expect(await panel.requests()).toEqual([
    { name: 'snoozeAlert', input: { alertId: alert.id, minutes: 60 } },
    { name: 'snoozeAlert', input: { alertId: alert.id, minutes: null } },
  ]);
});

test('lists what happened, by day', async ({ page, panel }) => {
  await panel.open(STATES.alertOpen, { kind: 'alerts' });
  await expect(page.getByRole('list', { name: 'Today' }).getByRole('listitem')).toHaveText([
    /vllm-prod was interrupted$/,
    /Hourly rate above your limit of \$3\.00\/h for 42 min$/,
  ]);
  await page.getByText('Yesterday').click();
  await expect(page.getByRole('list', { name: 'Yesterday' })).toContainText('is gone');
});

test('lists an event of two accounts twice, and no event more often', async ({ page, panel }) => {
  const event = (accountId: string, name: string, at = NOW) =>
    ({ kind: 'vm', at, accountId, vmId: 'x', name, what: 'is gone' }) as const;
  const past = [event('a1', 'one'), event('a2', 'two')];
  await panel.open({ ...STATES.live, past }, { kind: 'alerts' });
  const events = page.getByRole('list', { name: 'Today' }).getByRole('listitem');
  await expect(events).toHaveText([/one is gone$/, /two is gone$/]);
  await panel.become({ ...STATES.live, past: [event('a1', 'three', NOW + 1), ...past] });
  await expect(events).toHaveText([/three is gone$/, /one is gone$/, /two is gone$/]);
});
