import { NOW } from './make-vm.ts';
import { stateOf } from './one-account.ts';
import { expect, type PanelUnderTest, test } from './panel-test.ts';
import { STATES } from './states.ts';

const { snapshots } = STATES.live;
const change = (input: object) => ({ name: 'changePreferences', input });
const rule = (isOn: boolean, limit: number | null) => ({ hourlyRate: { isOn, limit } });
const open = (panel: PanelUnderTest, preferences: object = {}) =>
  panel.open(stateOf({ snapshots, preferences }), { kind: 'alerts' });

const off = { isOn: false, limit: null };
for (const [label, isOn, before, after] of [
  ['SSH is ready', false, { notifyReady: false }, { notifyReady: true }],
  ['You leave while VMs are billed', true, { remindOnLeaving: true }, { remindOnLeaving: false }],
  // Half as much again as the rate of $3.44/h.
  ['Alert: hourly rate above', false, rule(false, null), rule(true, 6)],
  ['Alert: hourly rate above', true, rule(true, 4.5), rule(false, 4.5)],
  ['Alert: a VM is idle for more than', false, {}, { idle: { isOn: true, limit: 1 } }],
  ['Alert: stopped VMs still cost, once a week', true, {}, { stoppedBilled: off }],
  ['Quiet hours', false, {}, { quietHours: { isOn: true, from: 1_320, to: 420 } }],
] as const) {
  test(`${label}: switches from ${isOn ? 'on' : 'off'}`, async ({ page, panel }) => {
    await open(panel, before);
    const control = page.getByRole('switch', { name: label });
    await expect(control).toBeChecked({ checked: isOn });
    await control.click();
    expect(await panel.requests()).toEqual([change(after)]);
  });
}

test('the changes of VMs are checkboxes in one row', async ({ page, panel }) => {
  await open(panel);
  const row = page.getByRole('group', { name: 'Changes of VMs' });
  await expect(row.getByRole('checkbox')).toHaveCount(8);
  await expect(row.getByRole('checkbox', { name: 'Unknown status' })).not.toBeChecked();
  await row.getByRole('checkbox', { name: 'Stopped elsewhere' }).click();
  await row.getByRole('checkbox', { name: 'Launched elsewhere' }).click();
  expect(await panel.requests()).toEqual([
    change({ vmStopped: off }),
    change({ vmAppeared: { ...off, isOn: true } }),
  ]);
});

test('a rule has its number in its sentence', async ({ page, panel }) => {
  await open(panel, { idle: { isOn: true, limit: 2 }, runningLong: { isOn: true, limit: 24 } });
  const runs = page.getByRole('listitem').filter({ hasText: 'VMs run for more than' });
  await runs.getByRole('textbox').fill('soon');
  await page.keyboard.press('Tab');
  await expect(runs).toContainText('Enter a number, such as 24.');
  await runs.getByRole('textbox').fill('36');
  await page.keyboard.press('Tab');
  await page.getByLabel('Idle: CPU and RAM below').fill('15');
  await page.keyboard.press('Enter');
  expect(await panel.requests()).toEqual([
    change({ runningLong: { isOn: true, limit: 36 } }),
    change({ idlePercent: 15 }),
  ]);
});

test('quiet hours take times, and muted VMs can be unmuted', async ({ page, panel }) => {
  const quietHours = { isOn: true, from: 1_320, to: 420 };
  const [vm] = snapshots['a1']?.vms.value?.vms ?? [];
  await open(panel, { quietHours, mutedVms: [`a1/${vm?.id}`, 'a1/gone'] });
  await page.getByLabel('From').fill('25:00');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Enter a time, such as 22:00.')).toBeVisible();
  await page.getByLabel('From').fill('23.30');
  await page.keyboard.press('Enter');
  const muted = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Unmute' }) });
  await expect(muted).toContainText([vm?.label ?? '', 'VM gone']);
  await muted.first().getByRole('button', { name: 'Unmute' }).click();
  expect(await panel.requests()).toEqual([
    change({ quietHours: { ...quietHours, from: 1_410 } }),
    { name: 'muteVm', input: { accountId: 'a1', vmId: vm?.id, isMuted: false } },
  ]);
});

test('a valid limit is saved, and one that alerts at once says so', async ({ page, panel }) => {
  await open(panel, { hourlyRate: { isOn: true, limit: 6 } });
  const limit = page.getByRole('textbox', { name: 'Hourly rate above' });
  await expect(limit).toHaveValue('6.00');
  await expect(limit).toHaveAccessibleDescription('Now $3.44/h. All accounts together.');
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
  const DAY = 24 * 3_600_000;
  await panel.become({
    ...STATES.alertOpen,
    alerts: [{ ...alert, snoozedUntil: snoozedUntil + 3 * DAY }],
  });
  await expect(list).toContainText(/snoozed until Nov \d+, /);
  await panel.become({
    ...STATES.alertOpen,
    alerts: [{ ...alert, openedAt: alert.openedAt - 2 * DAY }],
  });
  await expect(list).toContainText(/since Nov \d+, /);
  await panel.become({ ...STATES.alertOpen, alerts: [{ ...alert, snoozedUntil }] });
  await list.getByRole('button', { name: 'Wake' }).click();
  expect(await panel.requests()).toEqual([
    { name: 'snoozeAlert', input: { alertId: alert.id, snooze: 'hour' } },
    { name: 'snoozeAlert', input: { alertId: alert.id, snooze: null } },
  ]);
});

test('an alert of a VM leads to the confirmation of its stop', async ({ page, panel }) => {
  const { alerts, accounts, snapshots } = STATES.everyRule;
  await panel.open(STATES.everyRule, { kind: 'alerts' });
  const list = page.getByRole('list', { name: 'Open alerts' });
  await expect(list.getByRole('button', { name: 'Stop…' })).toHaveCount(1);
  await list.getByRole('button', { name: 'Stop…' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Stop train-llama?');
  const without = accounts.map((account) => ({ ...account, profile: null }));
  await panel.become({ ...STATES.live, alerts, snapshots, accounts: without });
  await panel.go({ kind: 'alerts' });
  await expect(list.getByRole('button', { name: 'Snooze' })).toBeVisible();
  await expect(list.getByRole('button', { name: 'Stop…' })).toHaveCount(0);
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
  const recentEvents = [event('a1', 'one'), event('a2', 'two')];
  await panel.open({ ...STATES.live, recentEvents }, { kind: 'alerts' });
  const events = page.getByRole('list', { name: 'Today' }).getByRole('listitem');
  await expect(events).toHaveText([/one is gone$/, /two is gone$/]);
  await panel.become({
    ...STATES.live,
    recentEvents: [event('a1', 'three', NOW + 1), ...recentEvents],
  });
  await expect(events).toHaveText([/three is gone$/, /one is gone$/, /two is gone$/]);
});
