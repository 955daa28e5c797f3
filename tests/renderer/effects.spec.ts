import type { Vm } from '../../src/shared/domain/vm.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import { expect, test } from './panel-test.ts';
import { STATES } from './states.ts';

// Operations of VMs whose records say what stays.

const [, , first] = STATES.operations.snapshots['a1']?.vms.value?.vms ?? [];
if (first === undefined) throw new Error('no VM');
const vmId = first.id;
const name = first.label ?? '';
const details = { kind: 'vm', accountId: 'a1', vmId } as const;
const confirmation = { ...details, operation: 'stop' } as const;
const WORKSPACE = { path: '/workspace', sizeGb: 20, perHour: 0.0055, isNetwork: false };
const stopRequest = { name: 'operateVm', input: { accountId: 'a1', vmId, operation: 'stop' } };

/** @param keeps of a stop */
function stateWith(
  keeps: readonly (typeof WORKSPACE)[],
  account: Partial<AppState['accounts'][number]> = {},
): AppState {
  const state = STATES.operations;
  const snapshot = state.snapshots['a1'];
  const list = snapshot?.vms.value;
  if (!(snapshot && list)) throw new Error('no list');
  const effects = { stop: { keeps, notes: ['The GPU may not be available when you restart.'] } };
  const vms = list.vms.map((vm): Vm => (vm.id === vmId ? { ...vm, effects } : vm));
  const value = { ...list, vms };
  return {
    ...state,
    autoStops: {},
    accounts: state.accounts.map((one) => ({ ...one, ...account })),
    snapshots: { a1: { ...snapshot, vms: { ...snapshot.vms, value } } },
  };
}

test('a stop says what stays', async ({ page, panel }) => {
  await panel.open(stateWith([WORKSPACE]), confirmation);
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Keeps /workspace (20 GB, $0.0055/h).');
  await expect(question).toContainText('Erases everything else.');
  await expect(question).toContainText('saves $1.42/h');
  await expect(question).toContainText('The GPU may not be available');
  await question.getByRole('button', { name: 'Stop now' }).click();
  expect(await panel.requests()).toEqual([stopRequest]);
});

test('Enter in a field stops nothing, and sets a later stop', async ({ page, panel }) => {
  await panel.open(stateWith([WORKSPACE]), confirmation);
  const question = page.getByRole('alertdialog');
  await question.getByRole('radio', { name: 'now' }).press('Enter');
  const other = question.getByLabel('Other time or amount');
  await other.press('Enter');
  await expect(question).toBeVisible();
  expect(await panel.requests()).toEqual([]);
  await other.fill('2h');
  await other.press('Enter');
  expect(await panel.requests()).toMatchObject([{ name: 'setAutoStop', input: { when: '2h' } }]);
});

test('a stop that erases everything needs the name of the VM', async ({ page, panel }) => {
  await panel.open(stateWith([]), confirmation);
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Erases everything.');
  await expect(question.getByRole('button', { name: 'Stop now' })).toBeDisabled();
  await question.getByLabel(`Type ${name} to confirm`).fill(name);
  await question.getByRole('button', { name: 'Stop now' }).click();
  const input = { ...stopRequest.input, mayErase: true };
  expect(await panel.requests()).toEqual([{ ...stopRequest, input }]);
});

test('so does an auto-stop of it', async ({ page, panel }) => {
  await panel.open(stateWith([]), confirmation);
  const question = page.getByRole('alertdialog');
  await question.getByText('idle 1 h').click();
  await expect(question.getByRole('button', { name: 'Set' })).toBeDisabled();
  await question.getByLabel(`Type ${name} to confirm`).fill(name);
  await question.getByRole('button', { name: 'Set' }).click();
  const input = { accountId: 'a1', vmId, when: 'idle 1h', mayErase: true };
  expect(await panel.requests()).toEqual([{ name: 'setAutoStop', input }]);
});

test('the first stop of an account that is not proven asks once more', async ({ page, panel }) => {
  await panel.open(stateWith([WORKSPACE], { keys: { isUnproven: true } }), confirmation);
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Stop now' }).dblclick();
  await expect(question).toContainText('No stop was confirmed with this account yet.');
  expect(await panel.requests()).toEqual([]);
  await question.getByRole('button', { name: 'Stop now' }).click();
  expect(await panel.requests()).toEqual([stopRequest]);
});

test('an auto-stop says that the key is not yet tried', async ({ page, panel }) => {
  const state = stateWith([WORKSPACE], { keys: { isUntried: true } });
  const { autoStops } = STATES.operations;
  await panel.open({ ...state, autoStops }, details);
  const section = page.getByRole('region', { name: 'Auto-stop' });
  await expect(section).toContainText('This key hasn’t been used to stop a VM yet.');
});
