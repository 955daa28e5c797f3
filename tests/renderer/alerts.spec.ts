import type { Page } from '@playwright/test';
import { UNTIL_ENDED } from '../../src/shared/alerts/alert.ts';
import { makeAlert } from '../../src/shared/alerts/testing/alerts.ts';
import { NOW } from './make-vm.ts';
import { stateOf } from './one-account.ts';
import { ACCEPTED, expect, type PanelUnderTest, refused, test } from './panel-test.ts';
import { STATES } from './states.ts';

const { snapshots } = STATES.live;
const change = (input: object) => ({ name: 'changePreferences', input });
const rule = (isOn: boolean, limit: number | null) => ({ hourlyRate: { isOn, limit } });
/** Shows the rules. */
async function open(page: Page, panel: PanelUnderTest, preferences: object = {}) {
  await panel.open(stateOf({ snapshots, preferences }), { kind: 'alerts' });
  await page.getByText('Rules', { exact: true }).click();
}

const off = { isOn: false, limit: null };
for (const [label, isOn, before, after] of [
  ['SSH is ready', false, { notifyReady: false }, { notifyReady: true }],
  ['Leaving while VMs are running', true, { remindOnLeaving: true }, { remindOnLeaving: false }],
  // Half as much again as the rate of $3.44/h.
  ['Alert: hourly rate above', false, rule(false, null), rule(true, 6)],
  ['Alert: hourly rate above', true, rule(true, 4.5), rule(false, 4.5)],
  ['Alert: idle longer than', false, {}, { idle: { isOn: true, limit: 1 } }],
  ['Alert: weekly reminder: stopped VMs still billed', true, {}, { stoppedBilled: off }],
] as const) {
  test(`${label}: switches from ${isOn ? 'on' : 'off'}`, async ({ page, panel }) => {
    await open(page, panel, before);
    const control = page.getByRole('switch', { name: label });
    await expect(control).toBeChecked({ checked: isOn });
    await control.click();
    expect(await panel.requests()).toEqual([change(after)]);
  });
}

test('a change of VMs alerts once it is checked', async ({ page, panel }) => {
  await open(page, panel);
  const row = page.getByRole('group', { name: 'VM changes made elsewhere' });
  await row.getByRole('checkbox', { name: 'Stopped' }).click();
  await row.getByRole('checkbox', { name: 'Launched' }).click();
  const [vmStopped, vmAppeared] = [off, { ...off, isOn: true }];
  expect(await panel.requests()).toEqual([change({ vmStopped }), change({ vmAppeared })]);
});

test('a rule has its number in its sentence', async ({ page, panel }) => {
  await open(page, panel, {
    idle: { isOn: true, limit: 2 },
    runningLong: { isOn: true, limit: 24 },
  });
  const runs = page.getByRole('listitem').filter({ hasText: 'Running longer than' });
  await panel.answer('changePreferences', refused('Enter a number such as 24.'));
  await runs.getByRole('textbox').fill('soon');
  await page.keyboard.press('Tab');
  await expect(runs).toContainText('Enter a number such as 24.');
  await panel.answer('changePreferences', ACCEPTED);
  await runs.getByRole('textbox').fill('36');
  await page.keyboard.press('Tab');
  await page.getByLabel('Idle: CPU and RAM below').fill('15');
  await page.keyboard.press('Enter');
  expect(await panel.requests()).toEqual([
    change({ runningLong: { isOn: true, limit: Number.NaN } }),
    change({ runningLong: { isOn: true, limit: 36 } }),
    change({ idlePercent: 15 }),
  ]);
});

test('a valid limit is saved, and one that alerts at once says so', async ({ page, panel }) => {
  await open(page, panel, { hourlyRate: { isOn: true, limit: 6 } });
  const limit = page.getByRole('textbox', { name: 'Hourly rate above' });
  await expect(limit).toHaveValue('6.00');
  await expect(limit).toHaveAccessibleDescription('Now $3.44/h. All accounts together.');
  await panel.answer('changePreferences', refused('Enter an amount.'));
  await limit.fill('-1');
  await page.keyboard.press('Tab');
  await expect(limit).toHaveAttribute('aria-invalid', 'true');
  await expect(limit).toHaveAccessibleDescription('Enter an amount.');
  await panel.answer('changePreferences', ACCEPTED);
  await limit.fill('2,5');
  await expect(page.getByText('You are at $3.44/h now, so this alerts immediately.')).toBeVisible();
  await page.keyboard.press('Tab');
  expect(await panel.requests()).toEqual([
    change({ hourlyRate: { isOn: true, limit: Number.NaN } }),
    change({ hourlyRate: { isOn: true, limit: 2.5 } }),
  ]);
});

test('a limit is shown as typed, and a minimum as one', async ({ page, panel }) => {
  const costs = { ...STATES.live.costs, today: { ...STATES.live.costs.today, isAtLeast: true } };
  const preferences = {
    ...STATES.live.preferences,
    hourlyRate: { isOn: false, limit: 150.5 },
    spendToday: { isOn: true, limit: 50 },
  };
  await panel.open({ ...STATES.live, costs, preferences }, { kind: 'alerts' });
  await page.getByText('Rules').click();
  await expect(page.getByText('Hourly rate above $150.50/h')).toBeVisible();
  const today = page.getByRole('textbox', { name: 'Daily cost above' });
  await expect(today).toHaveAccessibleDescription(/^Now ≥ \$27\./);
});

test('an open alert can be snoozed and woken', async ({ page, panel }) => {
  const [alert] = STATES.alertOpen.alerts;
  if (alert === undefined) throw new Error('the state has no alert');
  await panel.open(STATES.alertOpen, { kind: 'alerts' });
  const list = page.getByRole('list', { name: 'Open alerts' });
  await expect(list).toContainText('$3.44/h, limit $3 · 12 min');
  await expect(list).toContainText(/since \d\d:\d\d · highest: eval-7 \$1\.43\/h/);
  await expect(list.locator('svg').first()).toHaveCSS('color', 'rgb(161, 29, 22)');
  await page.setViewportSize({ width: 320, height: 600 });
  const duration = list.getByText('$3.44/h, limit').locator('..');
  expect(await duration.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
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
  await panel.become({ ...STATES.alertOpen, alerts: [{ ...alert, snoozedUntil }] });
  await list.getByRole('button', { name: 'Wake' }).click();
  await panel.become(STATES.alertOpen);
  await list.getByRole('button', { name: 'Mute' }).click();
  await panel.become({
    ...STATES.alertOpen,
    alerts: [{ ...alert, snoozedUntil: UNTIL_ENDED }],
  });
  await expect(list).toContainText('muted until it ends');
  expect(await panel.requests()).toEqual(
    ['hour', null, 'ended'].map((snooze) => ({
      name: 'snoozeAlert',
      input: { alertId: alert.id, snooze },
    })),
  );
});

test('alerts of a rule are one group of rows, and are snoozed together', async ({
  page,
  panel,
}) => {
  const alerts = Array.from({ length: 6 }, (_, index) =>
    makeAlert({
      ...{ id: `idle-${index}`, rule: 'idle', limit: 1, openedAt: NOW - 12 * 60_000 },
      ...{ accountId: 'a1', vmId: `x${index}`, name: `${'W'.repeat(40)}-${index}` },
      ...{ isMuted: index === 1, snoozedUntil: index === 2 ? NOW + 60_000 : null },
    }),
  );
  await panel.open({ ...STATES.live, alerts }, { kind: 'alerts' });
  await expect(page.getByRole('radio', { name: 'Open · 4' })).toBeChecked();
  const group = page.getByRole('list', { name: 'Idle longer than 1 h' });
  await expect(group.getByRole('listitem')).toHaveCount(6);
  for (const row of await group.getByRole('listitem').all())
    expect((await row.boundingBox())?.height).toBe(44);
  await expect(group.getByRole('listitem').nth(1)).toContainText('muted');
  await group.getByRole('button', { name: 'Unmute' }).click();
  await expect(group.getByRole('listitem').nth(2)).toContainText('snoozed until');
  await page.getByRole('button', { name: 'Snooze all' }).click();
  await page.getByRole('menuitem', { name: 'Until tomorrow' }).click();
  const ids = ['idle-0', 'idle-3', 'idle-4', 'idle-5'];
  await expect
    .poll(() => panel.requests())
    .toEqual([
      { name: 'muteVm', input: { accountId: 'a1', vmId: 'x1', isMuted: false } },
      ...ids.map((alertId) => ({ name: 'snoozeAlert', input: { alertId, snooze: 'tomorrow' } })),
    ]);
  await group.getByRole('button', { name: /-0$/ }).click();
  expect(await panel.screen()).toEqual({ kind: 'vm', accountId: 'a1', vmId: 'x0' });
});

test('open alerts and rules each fit two screens of 600 px', async ({ page, panel }) => {
  const height = () => page.evaluate("document.querySelector('main').scrollHeight + 48");
  await panel.open(STATES.everyRule, { kind: 'alerts' });
  expect(await height()).toBeLessThanOrEqual(1_200);
  await page.getByText('Rules', { exact: true }).click();
  await expect(page.getByRole('switch', { name: 'SSH is ready' })).toBeAttached();
  expect(await height()).toBeLessThanOrEqual(1_200);
});

test('sends a test notification', async ({ page, panel }) => {
  await open(page, panel);
  await page.getByRole('button', { name: 'Send a test notification' }).click();
  expect(await panel.requests()).toEqual([{ name: 'testNotification' }]);
});

test('an alert of a VM leads to the confirmation of its stop', async ({ page, panel }) => {
  const { alerts, accounts, snapshots } = STATES.everyRule;
  await panel.open(STATES.everyRule, { kind: 'alerts' });
  const list = page.getByRole('list', { name: 'Open alerts' });
  await expect(list.getByRole('button', { name: 'Stop…' })).toHaveCount(1);
  await list.getByRole('button', { name: 'Stop…' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Stop train-llama?');
  const without = accounts.map((account) => ({ ...account, can: [] }));
  await panel.become({ ...STATES.live, alerts, snapshots, accounts: without });
  await panel.go({ kind: 'alerts' });
  await expect(list.getByRole('button', { name: 'Snooze' })).toBeVisible();
  await expect(list.getByRole('button', { name: 'Stop…' })).toHaveCount(0);
});

const earlier = (page: Page) =>
  page.locator('section', { hasText: 'Earlier' }).getByRole('listitem');

test('lists what happened', async ({ page, panel }) => {
  await panel.open(STATES.alertOpen, { kind: 'alerts' });
  await expect(earlier(page)).toHaveText([
    /^Nov 12 .*vllm-prod was interrupted$/,
    /Hourly rate above your limit of \$3\/h for 42 min$/,
    /^Nov 11 .* is gone$/,
  ]);
});
