import type { AppState } from '../../src/shared/state/index.ts';
import { launched, ORDER, openLaunch, vmIdAt } from './launch-scenes.ts';
import { NOW } from './make-vm.ts';
import { OFFERS } from './offer-reports.ts';
import { expect, test } from './panel-test.ts';
import { STATES } from './states.ts';

test('an order is checked, reviewed with its price, and sent once', async ({ page, panel }) => {
  await openLaunch(panel, STATES.live, null, OFFERS.search);
  await expect(page.getByText('Choose a GPU to see its price.')).toBeVisible();
  await expect(page.getByText('unknown')).toHaveCount(0);
  const submit = page.getByRole('button', { name: 'Review' });
  await page.getByLabel('Disk').fill('20');
  await submit.click();
  await expect(page.getByText('Choose 5090, 4090 or pro6000.')).toBeVisible();
  await expect(page.getByText('Enter a whole number of GB, at least 50.')).toBeVisible();
  await expect(page.getByLabel('GPU', { exact: true })).toBeFocused();

  await page.getByLabel('GPU', { exact: true }).selectOption('4090');
  await expect(page.getByText('Choose 5090, 4090 or pro6000.')).toBeHidden();
  await page.getByText('2', { exact: true }).click();
  await page.getByLabel('Node').selectOption('vm02');
  await page.getByLabel('Disk').fill('100');
  await page.getByLabel('Template').selectOption({ index: 3 });
  await page.getByText('Password', { exact: true }).click();
  await page.getByLabel('Password', { exact: true }).last().fill('short');
  await expect(page.getByText('Weak password')).toBeVisible();
  await submit.click();
  await expect(page.getByText('Enter at least 12 characters.')).toBeVisible();
  await page.getByRole('button', { name: 'Generate' }).click();
  const password = await page.getByLabel('Password', { exact: true }).last().inputValue();
  await submit.click();

  await expect(page.getByText('2 × 4090 on vm02, 100 GB disk, template 102')).toBeVisible();
  await expect(page.getByText('$0.78/h', { exact: true })).toBeVisible();
  expect((await panel.requests()).filter(({ name }) => name === 'launchVm')).toEqual([]);
  await panel.hold('launchVm');
  const launch = page.getByRole('button', { name: 'Launch for $0.78/h' });
  await launch.click();
  await launch.click({ force: true });
  const draft = { ...ORDER, login: 'password' };
  const sent = ['launchVm', 'changePreferences'];
  expect((await panel.requests()).filter(({ name }) => sent.includes(name))).toEqual([
    { name: 'changePreferences', input: { lastOrder: draft } },
    { name: 'launchVm', input: { accountId: 'a1', draft, password } },
  ]);
  // The service refuses it: everything is still there, the password too.
  const failure = { errors: { node: 'no such node' }, message: null, action: null };
  await panel.become(launched({ draft, phase: 'failed', failure }));
  await panel.release();
  await expect(page.getByText('no such node')).toBeVisible();
  await expect(page.getByLabel('Node')).toBeFocused();
  await expect(page.getByLabel('Password', { exact: true }).last()).toHaveValue(password);
});

test('a reservation is confirmed with the sum of its period, and says what its price is of', async ({
  page,
  panel,
}) => {
  const reserved = { ...ORDER, rental: 'reserved', months: '3' };
  await openLaunch(panel, STATES.live, reserved);
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText('$0.66/h', { exact: true })).toBeVisible();
  await expect(page.getByText('$1,452 for 3 months', { exact: true })).toBeVisible();
  await expect(page.getByText('as offered (2 × the price of one GPU)')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Launch for $1,452 for 3 months' })).toBeVisible();
});

test('a launch is followed until its SSH command can be copied', async ({ page, panel }) => {
  await panel.open(launched({}), { kind: 'launch', accountId: null, draft: null });
  await expect(page.getByRole('status')).toHaveText('Creating…');
  await expect(page.getByText('0:42')).toBeVisible();
  await expect(page.getByText('You can close this panel. GPU Tray notifies')).toBeVisible();
  await panel.become(launched({ phase: 'checking' }));
  await expect(page.getByRole('status')).toContainText('Looking for the VM in the list');
  const vmId = vmIdAt(0, STATES.logins);
  await panel.become(launched({ phase: 'launched', vmId }));
  await expect(page.getByRole('status')).toContainText('Waiting for the list of VMs');
  await panel.become(launched({ phase: 'launched', vmId }, STATES.logins));
  await expect(page.getByRole('status').first()).toHaveText('Ready to log in');
  await expect(page.getByText('$1.10/h', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open in terminal' })).toBeVisible();
  await expect(page.getByText('You can close this panel.')).toBeHidden();
  await page.getByRole('button', { name: 'Copy SSH command' }).click();
  const requests = await panel.requests();
  expect(requests.at(-1)).toEqual({
    ...{ name: 'copyFromVm', input: { accountId: 'a1', vmId, what: 'ssh' } },
  });
  // Destroyed meanwhile.
  const event = { kind: 'vm', at: NOW, accountId: 'a1', vmId, name: 'x', what: 'is gone' } as const;
  await panel.become({ ...launched({ phase: 'launched', vmId }), recentEvents: [event] });
  await expect(page.getByRole('status').first()).toHaveText('The VM is no longer in the list.');
  await expect(page.getByText('0:42')).toBeHidden();
  await expect(page.getByText('WebUI and Jupyter')).toBeHidden();
  await page.getByRole('button', { name: 'Launch another…' }).click();
  await panel.become(STATES.logins);
  await expect(page.getByRole('button', { name: 'Review' })).toBeVisible();
});

test('another launch is paid by the account of the last one', async ({ page, panel }) => {
  await panel.open(STATES.twoAccounts);
  await panel.go({ kind: 'launch', accountId: 'a1', draft: ORDER });
  await page.getByRole('button', { name: 'Review' }).waitFor();
  await panel.become(launched({ accountId: 'a2' }, STATES.twoAccounts));
  await panel.become(
    launched({ accountId: 'a2', phase: 'launched', vmId: 'new' }, STATES.twoAccounts),
  );
  await page.getByRole('button', { name: 'Launch another…' }).click();
  await panel.become(STATES.twoAccounts);
  await expect(page.getByLabel('Account')).toHaveValue('a2');
});

test('only an account that is signed in can pay, without the SSH key of another', async ({
  page,
  panel,
}) => {
  const draft = { ...ORDER, sshKeyId: 'key-of-a2' };
  const open = launched({ accountId: 'a2', draft, phase: 'unknown' }, STATES.twoAccounts);
  await panel.open(open, { kind: 'launch', accountId: 'a2', draft: null });
  await expect(page.getByLabel('Account')).toHaveValue('a2');
  await panel.become(STATES.live);
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: /^Launch/ }).click();
  const last = async () => (await panel.requests()).at(-1);
  await expect.poll(last).toMatchObject({
    ...{ name: 'launchVm', input: { accountId: 'a1', draft: { sshKeyId: '' } } },
  });
});

test('a form that opens during a launch shows how that one ends', async ({ page, panel }) => {
  await panel.open(launched({ phase: 'checking' }), {
    kind: 'launch',
    accountId: 'a1',
    draft: { ...ORDER, node: 'vm09' },
  });
  await expect(page.getByRole('status')).toContainText('Looking for the VM in the list');
  const errors = { node: 'No such node.', storageGb: 'Disk too small.' };
  const failure = { errors, message: 'Request rejected.', action: null };
  await panel.become(launched({ phase: 'failed', failure }));
  await expect(page.getByText('Request rejected.')).toBeVisible();
  // It has another node.
  await expect(page.getByText('No such node.')).toBeHidden();
  await expect(page.getByText('Disk too small.')).toBeVisible();
});

test('a launch that may have created a VM names it and is forgotten on request', async ({
  page,
  panel,
}) => {
  const message = 'The service answered: node vm02 is busy. A VM may have been created.';
  const failure = { errors: {}, message, action: 'Check in the web console.' };
  const said = { ...failure, message: 'The service answered: node vm02 is busy.' };
  const open = { kind: 'launch', accountId: 'a1', draft: null } as const;
  await panel.open(launched({ phase: 'checking', failure: said }), open);
  await expect(page.getByText(said.message)).toBeVisible();
  await panel.become(launched({ phase: 'unknown', vmId: vmIdAt(0), failure }));
  await expect(page.getByText(message)).toBeVisible();
  await page.getByRole('button', { name: 'Forget this launch' }).click();
  expect((await panel.requests()).at(-1)).toMatchObject({ name: 'dismissLaunch' });
  const name = STATES.live.snapshots['a1']?.vms.value?.vms[0]?.label ?? '-';
  await page.getByRole('button', { name, exact: true }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
});

test('a VM that was launched here from a template with WebUI leads to the console', async ({
  page,
  panel,
}) => {
  const vm = STATES.live.snapshots['a1']?.vms.value?.vms[4];
  const screen = { kind: 'vm', accountId: 'a1', vmId: vm?.id ?? '' } as const;
  await panel.open(STATES.live, screen);
  const web = page.getByText('WebUI and Jupyter: in the console.');
  await expect(page.getByRole('heading', { name: vm?.label ?? '-' })).toBeVisible();
  await expect(web).toHaveCount(0);
  await panel.become({ ...STATES.live, vmTemplates: { [`a1/${vm?.id}`]: 102 } });
  await expect(web.getByRole('button', { name: /console/ })).toBeVisible();
  await page.getByRole('button', { name: 'Launch again…' }).click();
  await expect(page.getByLabel('Template')).toHaveValue('102');
});

test('a VM that was stopped is launched again with its own fields', async ({ page, panel }) => {
  const vm = STATES.live.snapshots['a1']?.vms.value?.vms[4];
  await panel.open(STATES.live, { kind: 'vm', accountId: 'a1', vmId: vm?.id ?? '' });
  await page.getByRole('button', { name: 'Launch again…' }).click();
  await expect(page.getByLabel('Node')).toHaveValue(vm?.order?.node ?? '-');
  await expect(page.getByLabel('GPU', { exact: true })).toHaveValue(vm?.gpuType ?? '-');
  await expect(page.getByLabel('Template')).toHaveValue('');
});

test('a price alert opens the form filled in', async ({ page, panel }) => {
  // An earlier launch is not in the way.
  await panel.open(launched({ phase: 'launched', vmId: vmIdAt(0) }));
  await panel.go({ kind: 'launch', accountId: 'a1', draft: { ...ORDER, gpuCount: '4' } });
  await expect(page.getByLabel('Node')).toHaveValue('vm02');
  await expect(page.getByLabel('4', { exact: true })).toBeChecked();
  await panel.go({ kind: 'launch', accountId: null, draft: null });
  await expect(page.getByRole('button', { name: 'Launch another…' })).toBeVisible();
});

test('the form starts from the last order, else from a preset', async ({ page, panel }) => {
  const preset = { name: 'train', draft: { ...ORDER, gpuCount: '8' } };
  const state = (lastOrder: AppState['preferences']['lastOrder']) => ({
    ...STATES.live,
    preferences: { ...STATES.live.preferences, lastOrder, launchPresets: [preset] },
  });
  const choice = page.getByLabel('Start from').getByRole('option', { selected: true });
  await openLaunch(panel, state(null));
  await expect(choice).toHaveText('train');
  await openLaunch(panel, state({ ...ORDER, gpuCount: '4' }));
  await expect(choice).toHaveText('Last order');
  await expect(page.getByLabel('4', { exact: true })).toBeChecked();
});

test('any node is the one with most free, which is named, reviewed and sent', async ({
  page,
  panel,
}) => {
  await openLaunch(panel, STATES.live, { ...ORDER, node: '' }, OFFERS.search);
  const node = page.getByLabel('Node');
  await expect(node.getByRole('option', { selected: true })).toHaveText('Any available (vm06)');
  await node.selectOption({ label: 'vm22 · 6 free' });
  const gpu = page.getByLabel('GPU', { exact: true });
  // A node has GPUs of one type.
  await gpu.selectOption('5090');
  await expect(node).toHaveValue('');
  await gpu.selectOption('4090');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText('2 × 4090 on vm06')).toBeVisible();
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByText('8', { exact: true }).click();
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText('No node with enough free GPUs found. Choose one.')).toBeVisible();
  await expect(node).toBeFocused();
});

test('a node is typed where none is known', async ({ page, panel }) => {
  await openLaunch(panel, STATES.twoAccounts, { ...ORDER, gpuType: '', node: '' }, OFFERS.none);
  await panel.become({ ...STATES.twoAccounts, snapshots: {} });
  await page.getByLabel('Node').fill('vm77');
  await expect(page.getByLabel('Node')).toHaveValue('vm77');
});

test('an order is saved as a preset, chosen again and deleted', async ({ page, panel }) => {
  const withPresets = (launchPresets: AppState['preferences']['launchPresets']) => ({
    ...STATES.live,
    preferences: { ...STATES.live.preferences, launchPresets },
  });
  const changes = async () =>
    (await panel.requests()).filter(({ name }) => name === 'changePreferences').at(-1)?.input;
  await openLaunch(panel, STATES.live, ORDER);
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Save as preset…' }).click();
  const name = page.getByLabel('Name of the preset');
  await expect(name).toBeFocused();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Enter a name of up to 40 characters.')).toBeVisible();
  await name.fill(' train ');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const preset = { name: 'train', draft: ORDER };
  await expect.poll(changes).toEqual({ launchPresets: [preset] });
  const other = { name: 'other', draft: { ...ORDER, gpuCount: '8' } };
  await panel.become(withPresets([preset, other]));
  await expect(name).toBeHidden();

  await page.getByRole('button', { name: 'Change' }).click();
  const choice = page.getByLabel('Start from');
  await expect(choice.getByRole('option', { selected: true })).toHaveText('train');
  await choice.selectOption('other');
  await expect(page.getByLabel('8', { exact: true })).toBeChecked();
  await page.getByRole('button', { name: 'Delete this preset' }).click();
  await expect.poll(changes).toEqual({ launchPresets: [preset] });
});

test('an SSH key is chosen by its name, and typed where the keys cannot be read', async ({
  page,
  panel,
}) => {
  const keys = ['laptop', 'desk', 'desk'].map((name, index) => ({ id: `key-${index}`, name }));
  await panel.open(STATES.operations);
  await panel.answer('readSshKeys', { ok: true, value: keys });
  await panel.go({ kind: 'launch', accountId: null, draft: { ...ORDER, sshKeyId: 'key-9' } });
  const key = page.getByLabel('SSH key', { exact: true }).last();
  await expect(key.getByRole('option')).toHaveText([
    ...['Your oldest key', 'laptop', 'desk (key-1)', 'desk (key-2)', 'key-9'],
  ]);
  await expect(key).toHaveValue('key-9');
  await key.selectOption('laptop');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText('SSH key: key-0')).toBeVisible();

  const message = 'Unexpected response to GET /account/ssh-keys.';
  const refusal = { kind: 'incompatible', message, action: '' };
  await panel.answer('readSshKeys', { ok: false, refusal });
  await page.getByRole('button', { name: 'Change' }).click();
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByLabel('SSH key ID')).toHaveValue('key-0');
});

test('an SSH key is of one account, and takes the focus where it is refused', async ({
  page,
  panel,
}) => {
  const { twoAccounts, operations } = STATES;
  const accounts = twoAccounts.accounts.map((account) => ({
    ...account,
    can: operations.accounts[0]?.can ?? [],
  }));
  const draft = { ...ORDER, sshKeyId: 'key-0' };
  const failure = { errors: { sshKeyId: 'unknown SSH key' }, message: null, action: null };
  await panel.open({ ...twoAccounts, accounts });
  await panel.answer('readSshKeys', { ok: true, value: [{ id: 'key-0', name: 'laptop' }] });
  await panel.go({ kind: 'launch', accountId: null, draft });
  const key = page.getByRole('combobox', { name: 'SSH key' });
  await expect(key).toHaveValue('key-0');
  await panel.become(launched({ phase: 'failed', failure, draft }, { ...twoAccounts, accounts }));
  await panel.go({ kind: 'launch', accountId: null, draft: null });
  await expect(page.getByText('unknown SSH key')).toBeVisible();
  await expect(key).toBeFocused();
  await page.getByLabel('Account').selectOption('a2');
  await expect(key).toHaveValue('');
});
