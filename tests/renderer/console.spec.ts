import type { Page } from '@playwright/test';
import { makeAlert } from '../../src/shared/alerts/testing/alerts.ts';
import type { Screen } from '../../src/shared/ipc/contract.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import { ordered } from './launch-scenes.ts';
import { OPERATED as OPERATED_ACCOUNT, stateOf } from './one-account.ts';
import { expect, type PanelUnderTest, test } from './panel-test.ts';
import { STATES } from './states.ts';

const withConsole = (state: AppState, consoleUrl: string | null): AppState => ({
  ...state,
  accounts: state.accounts.map((account) => ({ ...account, consoleUrl })),
});
const NO_BALANCE = ordered({
  accountId: 'a1',
  phase: 'failed',
  text: {
    errors: {},
    message: 'Insufficient balance: $3.50 required, $1.25 available.',
    action: 'Add $2.25 or more in the web console.',
  },
});
const LAUNCH: Screen = { kind: 'launch', accountId: null };

test('leads to the address of the console while it is not known, and then to the console', async ({
  page,
  panel,
}) => {
  await panel.open(withConsole(STATES.live, null), { kind: 'signIn', accountId: 'a1' });
  await page.getByRole('button', { name: 'Open console…' }).click();
  await page.getByText('Advanced').click();
  await page.getByLabel('Console URL').fill('console.example.com');
  await page.keyboard.press('Enter');
  const consoleUrl = 'https://console.example.com';
  await panel.become(withConsole(STATES.live, consoleUrl));
  await page.getByRole('button', { name: 'Open console ↗' }).click();
  expect(await panel.requests()).toEqual([
    { name: 'changeAccount', input: { accountId: 'a1', consoleUrl } },
    { name: 'openConsole', input: { accountId: 'a1' } },
  ]);
});

const { snapshots } = STATES.live;
const [vm] = snapshots['a1']?.vms.value?.vms ?? [];
const target = { kind: 'vm', accountId: 'a1', vmId: vm?.id ?? '' } as const;
const OPERATED = stateOf({ snapshots, accounts: [OPERATED_ACCOUNT] });
const LOW_BALANCE = makeAlert({ rule: 'balanceLow', accountId: 'a1' });

const opensConsole = async (page: Page, panel: PanelUnderTest) => {
  await page.getByRole('button', { name: 'Open console ↗' }).click();
  const names = (await panel.requests()).map(({ name }) => name);
  expect(names).toContain('openConsole');
};

for (const [place, state, screen] of [
  ['a launch without funds', NO_BALANCE, LAUNCH],
  ['an unknown launch', ordered({ accountId: 'a1', phase: 'unknown' }), LAUNCH],
  ['the accounts', STATES.live, { kind: 'accounts' }],
  ['a sign-in with a new key', STATES.live, { kind: 'signIn', accountId: 'a1' }],
  ['a low balance', stateOf({ snapshots, alerts: [LOW_BALANCE] }), { kind: 'alerts' }],
] as const)
  test(`links to the console at ${place}`, async ({ page, panel }) => {
    await panel.open(state, screen);
    await opensConsole(page, panel);
  });

test('links to the console at a refused stop', async ({ page, panel }) => {
  await panel.open(OPERATED, { ...target, operation: 'stop' });
  const refusal = { message: 'Insufficient balance.', action: 'Add funds in the web console.' };
  await panel.answer('operateVm', {
    ok: false,
    refusal: { kind: 'insufficientBalance', ...refusal },
  });
  await page.getByRole('button', { name: 'Stop now' }).click();
  await opensConsole(page, panel);
});

test('says once why the console of a VM does not open', async ({ page, panel }) => {
  const vms = STATES.attention.snapshots['a1']?.vms.value?.vms ?? [];
  const vmId = vms.find(({ label }) => label === 'spot-1')?.id ?? '';
  await panel.open(STATES.attention, { kind: 'vm', accountId: 'a1', vmId });
  const refusal = { kind: 'console', message: 'No browser was found.', action: 'Install one.' };
  await panel.answer('openConsole', { ok: false, refusal });
  await page.getByRole('button', { name: 'Open console' }).click();
  await expect(page.getByText('No browser was found.')).toHaveCount(1);
});
