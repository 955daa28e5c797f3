import type { AutoStop, VmLimit } from '../../src/shared/auto-stop/auto-stop.ts';
import { onVmLimit } from '../../src/shared/auto-stop/vm-timer.ts';
import { shownAutoStop } from '../../src/shared/auto-stop/vm-timer-view.ts';
import { spendOf } from '../../src/shared/domain/billing.ts';
import { makeVmList } from '../../src/shared/domain/testing/records.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import { makeAccount } from '../../src/shared/testing/make-account.ts';
import { HOUR, makeVm, NOW } from './make-vm.ts';
import { stateOf } from './one-account.ts';
import { expect, test } from './panel-test.ts';

// A VM that stops itself too.

const RUNPOD = makeAccount({
  ...{ id: 'r1', label: 'RunPod', baseUrl: 'https://api.runpod.io', provider: 'runpod' },
  can: ['start', 'stop', 'destroy', 'usage', 'stopFromInside'],
} as const);
const WORKSPACE = { path: '/workspace', sizeGb: 20, perHour: 0.005, isNetwork: false };
const POD = makeVm(901, {
  ...{ label: 'train-1', age: 12 * HOUR, perHour: 1.1 },
  effects: { stop: { keeps: [WORKSPACE], notes: [] } },
});
const TARGET = { accountId: 'r1', vmId: POD.id };
const KEY = `r1/${POD.id}`;
const at = (hours: number): VmLimit => ({ kind: 'time', at: NOW + hours * HOUR });

interface Armed {
  readonly wanted: VmLimit | null;
  readonly held: VmLimit | null;
  /** Computer that set it. */
  readonly by?: string;
}

/** The state of the app after it set the timer of the VM, or could not. */
function stateWith({ wanted, held, by }: Armed): AppState {
  const vms = makeVmList([POD]);
  const spend = { value: { ...spendOf([POD]), isAtLeast: false }, problem: null };
  const asOf = { asOf: NOW - 8_000, freshness: 'live' } as const;
  const snapshots = { r1: { ...asOf, vms: { value: vms, problem: null }, spend } };
  const state = stateOf({ accounts: [RUNPOD], snapshots });
  const vm = { ...TARGET, name: 'train-1' };
  const onVm = by === undefined && { onVm: true };
  const autoStop: AutoStop | undefined =
    wanted === null ? undefined : { ...vm, limit: wanted, ...onVm };
  const isSame = held?.kind === 'time' && wanted?.kind === 'time' && held.at === wanted.at;
  const isOver = wanted === null && held?.kind === 'time' && held.at < NOW;
  const sent = !(isSame || isOver || by) && { sent: onVmLimit(autoStop) };
  const timer = held === null ? undefined : { ...vm, number: 1, run: null, held, by, ...sent };
  const problem = isSame ? null : { text: 'SSH failed to connect.', isRefused: false };
  const shown = shownAutoStop({ autoStop, timer }, RUNPOD, problem, NOW);
  return shown === undefined ? state : { ...state, autoStops: { [KEY]: shown } };
}

const screen = { kind: 'vm', ...TARGET } as const;
const NONE = stateWith({ wanted: null, held: null });

test('is chosen with the auto-stop, and says what that does', async ({ page, panel }) => {
  await panel.open(NONE, screen);
  await page.getByRole('button', { name: 'Stop…' }).click();
  const sheet = page.getByRole('alertdialog');
  const choice = sheet.getByRole('checkbox', { name: 'Even when this computer is off' });
  await expect(choice).toHaveCount(0);
  await sheet.getByText('$25').click();
  await expect(choice).toHaveCount(0);
  await sheet.getByText('4 h').click();
  await choice.check();
  await expect(sheet).toContainText('in 4 h. Runs a small script on the VM');
  await sheet.getByRole('button', { name: 'Set' }).click();
  const input = { ...TARGET, when: '4h', onVm: true };
  expect(await panel.requests()).toEqual([{ name: 'setAutoStop', input }]);
});

test('is offered only where the VM can', async ({ page, panel }) => {
  const [account] = NONE.accounts;
  const without = { ...(account ?? RUNPOD), can: ['stop'] as const };
  await panel.open({ ...NONE, accounts: [without] }, { ...screen, operation: 'stop' });
  await page.getByText('4 h').click();
  await expect(page.getByText(/Stops today .* in 4 h/)).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
});

test('is switched off for the auto-stop that is set', async ({ page, panel }) => {
  await panel.open(stateWith({ wanted: at(4), held: at(4) }), screen);
  const section = page.getByRole('region', { name: 'Auto-stop' });
  await expect(section).toContainText(
    /The VM stops itself, even when this computer is off\. .* tested\.$/,
  );
  await section.getByRole('button', { name: 'Change' }).click();
  const sheet = page.getByRole('alertdialog');
  await sheet.getByRole('checkbox', { checked: true }).uncheck();
  await sheet.getByRole('button', { name: 'Set' }).click();
  const input = { ...TARGET, when: '18:03', onVm: false };
  expect(await panel.requests()).toEqual([{ name: 'setAutoStop', input }]);
});

test('a removed one that the VM has not confirmed is shown, and tried again', async ({
  page,
  panel,
}) => {
  await panel.open(stateWith({ wanted: null, held: at(4) }), screen);
  const section = page.getByRole('region', { name: 'Auto-stop' });
  await expect(section).toContainText('Its timer isn’t cleared yet');
  await section.getByRole('button', { name: 'Clear its timer' }).click();
  expect(await panel.requests()).toEqual([
    { name: 'setAutoStop', input: { ...TARGET, when: null } },
  ]);
});

test('a row shows the earlier end, and who keeps it', async ({ page, panel }) => {
  const row = page.locator('li[data-vm]');
  await panel.open(stateWith({ wanted: at(4), held: at(4) }));
  await expect(row.getByTitle('The VM stops itself, even when this computer is off.')).toHaveText(
    /until \d\d:\d\d ✓/,
  );
  await panel.become(stateWith({ wanted: at(4), held: at(1) }));
  await expect(row.getByTitle(/^Its new timer .* isn’t set yet/)).toHaveText(/until \d\d:\d\d !/);
});

test('a sign-out names the VM that still stops itself', async ({ page, panel }) => {
  await panel.open(stateWith({ wanted: at(4), held: at(4) }), { kind: 'accounts' });
  await page.getByRole('button', { name: 'Sign out…' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(/train-1 still stops itself at \d\d:\d\d\./);
  await dialog.getByRole('button', { name: 'Clear their timers first' }).click();
  expect(await panel.requests()).toEqual([{ name: 'disarmAll', input: { accountId: 'r1' } }]);
  await panel.become(NONE);
  await expect(dialog).not.toContainText('still stops itself');
});
