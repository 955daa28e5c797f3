import { asUnconfirmed } from '../../src/shared/domain/vm.ts';
import { NOW } from './make-vm.ts';
import { stateOf } from './one-account.ts';
import { expect, test } from './panel-test.ts';
import { STATES } from './states.ts';

test('Ctrl+C copies the SSH command of the row and shows it for a moment', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.live);
  await page.getByText('eval-7').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.clock.pauseAt(NOW);
  await page.keyboard.press('Control+c');
  const row = page.getByRole('listitem').filter({ hasText: 'eval-7' });
  const copy = row.getByRole('button', { name: 'Copy SSH command' });
  await expect(copy).toHaveAttribute('title', 'Copied');
  await expect(page.locator('[aria-live]').filter({ hasText: 'Copied' })).toHaveCount(1);
  const [request] = await panel.requests();
  expect(request).toMatchObject({ name: 'copyFromVm', input: { accountId: 'a1', what: 'ssh' } });
  await page.clock.runFor(1_500);
  await expect(copy).toHaveAttribute('title', 'Copy SSH command (Ctrl/Cmd+C)');
  await page.clock.resume();
  await page.clock.setFixedTime(NOW);
});

test('signing out asks once and names the account', async ({ page, panel }) => {
  await panel.open(STATES.twoAccounts);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: /Team Blue$/ }).click();
  await page.getByRole('button', { name: /^Team Blue/ }).click();
  await page.getByRole('button', { name: 'Sign out…' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Sign out of Team Blue?');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  expect(await panel.requests()).toEqual([]);
  await page.getByRole('button', { name: 'Sign out…' }).last().click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  expect(await panel.requests()).toEqual([{ name: 'signOut', input: { accountId: 'a2' } }]);
});

test('hidden amounts are not in the page, not even in titles', async ({ page, panel }) => {
  await panel.open(STATES.hidden);
  await page.getByText('eval-7').waitFor();
  const html = await page.locator('body').innerHTML();
  expect(html).not.toMatch(/\$\s?\d/);
  expect(html).toContain('••••');
});

test('a chosen theme overrides the system', async ({ page, panel }) => {
  const paper = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  await panel.open(STATES.live);
  await page.getByText('eval-7').waitFor();
  const light = await paper();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(paper).not.toBe(light);
  const dark = await paper();
  await panel.become(stateOf({ preferences: { theme: 'light' } }));
  await expect.poll(paper).toBe(light);
  await page.emulateMedia({ colorScheme: 'light' });
  await panel.become(stateOf({ preferences: { theme: 'dark' } }));
  await expect.poll(paper).toBe(dark);
});

test('the missing tray has a dismissable banner, and Settings a Quit button', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.noTray);
  await expect(page.getByText('This desktop shows no tray icons.')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('This desktop shows no tray icons.')).toHaveCount(0);
  await page.keyboard.press(',');
  await page.getByRole('button', { name: 'Quit GPU Tray' }).click();
  expect((await panel.requests()).map(({ name }) => name)).toEqual(['quit']);
});

test('a second key is sent once to be stored, and removed', async ({ page, panel }) => {
  await panel.open(STATES.live, { kind: 'accounts' });
  await page.getByText('Advanced').click();
  const field = page.getByLabel('Key for launching and stopping');
  await field.fill(' key-2 ');
  const refusal = { kind: 'locked', message: 'Your keychain is locked.', action: 'Unlock it.' };
  await panel.answer('setWriteKey', { ok: false, refusal });
  await page.getByRole('button', { name: 'Save key' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Unlock it.' })).toBeVisible();
  await expect(field).toHaveValue(' key-2 ');
  await panel.answer('setWriteKey', { ok: true, value: undefined });
  await field.press('Enter');
  await expect(field).toHaveValue('');
  const [account] = STATES.live.accounts;
  if (account === undefined) throw new Error('no account');
  await panel.become({ ...STATES.live, accounts: [{ ...account, keys: { hasWriteKey: true } }] });
  await page.getByRole('button', { name: 'Remove key' }).click();
  expect((await panel.requests()).map(({ name, input }) => [name, input])).toEqual([
    ['setWriteKey', { accountId: 'a1', key: ' key-2 ' }],
    ['setWriteKey', { accountId: 'a1', key: ' key-2 ' }],
    ['setWriteKey', { accountId: 'a1', key: null }],
  ]);
});

test('a key that is typed while another one is stored stays', async ({ page, panel }) => {
  await panel.open(STATES.live, { kind: 'accounts' });
  await page.getByText('Advanced').click();
  const field = page.getByLabel('Key for launching and stopping');
  await panel.hold('setWriteKey');
  await field.fill('old-key');
  await field.press('Enter');
  await field.fill('new-key');
  await panel.release();
  await expect(page.getByRole('button', { name: 'Save key' })).toBeEnabled();
  await expect(field).toHaveValue('new-key');
});

test('a confirmation that no longer fits the VM does not come back', async ({ page, panel }) => {
  const state = STATES.operations;
  const snapshot = state.snapshots['a1'];
  const list = snapshot?.vms.value;
  const vm = list?.vms[2];
  if (!(snapshot && list && vm)) throw new Error('no VM');
  const operation = { operation: 'stop', isOverdue: false } as const;
  const value = { ...list, vms: list.vms.map((one) => (one === vm ? asUnconfirmed(one) : one)) };
  const unlisted = { ...snapshot, vms: { ...snapshot.vms, value } };
  const question = page.getByRole('alertdialog');
  for (const meanwhile of [
    { ...state, operations: { [`a1/${vm.id}`]: operation } },
    { ...state, snapshots: { ...state.snapshots, a1: unlisted } },
  ]) {
    await panel.open(state, { kind: 'vm', accountId: 'a1', vmId: vm.id, operation: 'stop' });
    await expect(question).toBeFocused();
    await panel.become(meanwhile);
    await expect(question).toBeHidden();
    await panel.become(state);
    await expect(page.getByRole('button', { name: 'Stop…' })).toBeVisible();
    await expect(question).toBeHidden();
  }
});

test("shows the service's answer to a stop, which is offered again", async ({ page, panel }) => {
  const state = STATES.operations;
  const vmId = state.snapshots['a1']?.vms.value?.vms[2]?.id ?? '';
  const answer = 'The service answered: node vm02 does not answer. train-1 is still running.';
  const operations = { [`a1/${vmId}`]: { operation: 'stop', isOverdue: true, answer } as const };
  await panel.open({ ...state, operations }, { kind: 'vm', accountId: 'a1', vmId });
  await expect(page.getByRole('status').filter({ hasText: answer })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop…' })).toBeVisible();
});

test('what a key may not do is shown disabled, with the reason', async ({ page, panel }) => {
  const reason = 'Permission denied: read only. Add a key with write access.';
  const state = { ...STATES.operations, refusedWrites: { a1: reason } };
  const vmId = state.snapshots['a1']?.vms.value?.vms[2]?.id ?? '';
  await panel.open(state, { kind: 'vm', accountId: 'a1', vmId, operation: 'stop' });
  const stop = page.getByRole('button', { name: 'Stop…' });
  await expect(stop).toBeDisabled();
  await expect(stop).toHaveAccessibleDescription(reason);
  await stop.click({ force: true });
  await panel.go({ kind: 'vms' });
  await page.getByText('eval-7').click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Stop…' })).toBeDisabled();
  await expect(page.getByRole('menuitem', { name: 'Key can’t change VMs (403)' })).toBeVisible();
  expect((await panel.requests()).map(({ name }) => name)).not.toContain('operateVm');
});
