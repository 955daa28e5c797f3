import type { Page } from '@playwright/test';
import { makeVmList } from '../../src/shared/domain/testing/records.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import { CLOUD_OFFERS } from './cloud-offers.ts';
import {
  CHOICES_OF,
  LOCAL_KEYS,
  OFFER_OF,
  openOrder,
  ordered,
  PRESET,
  RENTERS,
  withPresets,
} from './launch-scenes.ts';
import { NOW } from './make-vm.ts';
import { snapshotOf } from './one-account.ts';
import { expect, type PanelUnderTest, test } from './panel-test.ts';
import { STATES } from './states.ts';

const BARE = { kind: 'launch', accountId: null } as const;

const sent = async (panel: PanelUnderTest, name: string) =>
  (await panel.requests()).filter((request) => request.name === name).map(({ input }) => input);

const launchButton = (page: Page) => page.getByRole('button', { name: /^Launch (for|at)/ });

const [key] = LOCAL_KEYS;
const OWN_KEY = { method: 'publicKey', publicKey: key?.publicKey };

test('an order is at most 8 clicks away from the tray, and sent once', async ({ page, panel }) => {
  await panel.open(RENTERS);
  await panel.answer('readCloudOffers', { ok: true, value: CLOUD_OFFERS });
  await panel.answer('readLocalKeys', { ok: true, value: LOCAL_KEYS });
  await panel.answer('readLaunchChoices', { ok: true, value: CHOICES_OF.runpod });
  // The click on the tray.
  let clicks = 1;
  const click = async (role: 'link' | 'button', name: string | RegExp) => {
    clicks += 1;
    await page.getByRole(role, { name }).click();
  };
  await click('link', 'Launch');
  await click('button', 'Launch… 1 × H100 SXM 80 GB EU-RO-1');
  await panel.hold('launchVm');
  await click('button', 'Launch for $2.70/h');
  await launchButton(page).click({ force: true });
  expect(clicks).toBeLessThanOrEqual(8);
  expect(await sent(panel, 'launchVm')).toEqual([
    {
      accountId: 'p',
      order: {
        ...{
          offer: expect.objectContaining(OFFER_OF.runpod),
          name: null,
          diskGb: 100,
          login: OWN_KEY,
        },
        ...{ image: CHOICES_OF.runpod.defaultImage, bid: null, months: null },
      },
      ...{ password: null, mayAddKey: false, maxPerHour: 2.7, stopLater: null },
    },
  ]);
  await panel.release();
  await panel.become(ordered({}));
  await expect(page.getByText('Creating…')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Launch a VM' })).toBeFocused();
});

test('all fields of a cloud without registered keys are sent', async ({ page, panel }) => {
  await openOrder(panel, 'runpod');
  await expect(page.getByText('ssh-ed25519 · lea@laptop · ~/.ssh/id_ed25519.pub')).toBeVisible();
  await expect(page.getByText('A stop erases the container disk.')).toBeVisible();
  await page.getByLabel('Account').selectOption('RunPod');
  await page.getByLabel('Name', { exact: true }).fill(' train ');
  await page.getByLabel('Image', { exact: true }).selectOption('Other image…');
  await page.getByLabel('Image name').fill('me/mine:2');
  await page.getByLabel('Log in with').selectOption('~/.ssh/work.pub');
  await page.getByText('idle 1 h').click();
  await expect(page.getByText('Stops once idle for 1 h.')).toBeVisible();
  await launchButton(page).press('Enter');
  await expect
    .poll(() => sent(panel, 'launchVm'))
    .toMatchObject([
      {
        accountId: 'p',
        order: {
          name: 'train',
          image: 'me/mine:2',
          login: { publicKey: LOCAL_KEYS[1]?.publicKey },
        },
        stopLater: 'idle 1h',
      },
    ]);
});

test('a key of this computer is added to an account only when that was allowed', async ({
  page,
  panel,
}) => {
  await openOrder(panel, 'vast');
  await expect(page.getByText('Your balance of $0.20 lasts 34 m at this rate.')).toBeVisible();
  const login = page.getByLabel('Log in with');
  await expect(login.getByRole('option')).toHaveText(['lea@laptop', '~/.ssh/work.pub', 'desk']);
  await launchButton(page).click();
  await expect(page.getByText('The account doesn’t have this key.')).toBeVisible();
  await expect(login).toBeFocused();
  expect(await sent(panel, 'launchVm')).toEqual([]);
  await page.getByLabel('Add this key to your account at Vast.ai').check();
  await launchButton(page).click();
  await expect
    .poll(() => sent(panel, 'launchVm'))
    .toMatchObject([{ mayAddKey: true, order: { login: OWN_KEY } }]);
});

test('a registered key that is on this computer comes first, and another one says that it is not', async ({
  page,
  panel,
}) => {
  await openOrder(panel, 'lambda');
  await expect(page.getByText('Plus tax.')).toBeVisible();
  const login = page.getByLabel('Log in with');
  await expect(login).toHaveValue('id laptop');
  await login.selectOption('desk');
  await expect(page.getByText('Its key isn’t in ~/.ssh on this computer.')).toBeVisible();
  await launchButton(page).click();
  const ofDesk = { login: { method: 'registered', id: 'desk' }, image: null, diskGb: null };
  await expect.poll(() => sent(panel, 'launchVm')).toMatchObject([{ order: ofDesk }]);
});

test('a bid changes the price that is confirmed, and has a minimum', async ({ page, panel }) => {
  await openOrder(panel, 'bid');
  const bid = page.getByLabel('Your bid');
  await bid.fill('0.1');
  await launchButton(page).click();
  await expect(page.getByText('Enter at least $0.18/h.')).toBeVisible();
  await expect(bid).toBeFocused();
  await bid.fill('0.20');
  await page.getByRole('button', { name: 'Launch for $0.37/h' }).click();
  const order = { order: { bid: 0.2 }, maxPerHour: 0.37 };
  await expect.poll(() => sent(panel, 'launchVm')).toMatchObject([order]);
});

test('a reservation is confirmed with the sum of its period, and a password is checked', async ({
  page,
  panel,
}) => {
  await openOrder(panel, 'rental');
  await page.getByLabel('Period').selectOption('3 months');
  const login = page.getByLabel('Log in with');
  await expect(login).toHaveValue('usual');
  await login.selectOption('Password');
  await page.getByLabel('Password', { exact: true }).last().fill('short');
  const launch = page.getByRole('button', { name: 'Launch for $1,445 for 3 months' });
  await launch.click();
  await expect(page.getByText('Enter at least 12 characters.')).toBeVisible();
  const password = 'a long password';
  await page.getByLabel('Password', { exact: true }).last().fill(password);
  await launch.click();
  const request = { order: { login: { method: 'password' }, months: 3, image: '101' }, password };
  await expect.poll(() => sent(panel, 'launchVm')).toMatchObject([request]);
});

test('another disk has another price, which is read once it is typed', async ({ page, panel }) => {
  await openOrder(panel, 'runpod');
  await launchButton(page).waitFor();
  const offer = { ...OFFER_OF.runpod, price: { perHour: 2.8, diskGb: 300, extra: [] } };
  await panel.answer('readQuote', { ok: true, value: offer });
  for (const wrong of ['1', '50.5', '1e300', 'much']) {
    await page.getByLabel('Disk').fill(wrong);
    await launchButton(page).click();
    await expect(page.getByText('Enter a whole number of GB, at least 20.')).toBeVisible();
    await expect(page.getByLabel('Disk')).toBeFocused();
  }
  await page.getByLabel('Disk').fill('300');
  expect(await sent(panel, 'readQuote')).toEqual([]);
  // Enter in a field confirms no price.
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Launch for $2.80/h' }).click();
  await expect
    .poll(() => sent(panel, 'launchVm'))
    .toMatchObject([{ order: { offer, diskGb: 300 }, maxPerHour: 2.8 }]);
  await panel.answer('readQuote', { ok: true, value: null });
  await page.getByLabel('Disk').fill('400');
  await page.keyboard.press('Tab');
  await expect(page.getByText('This offer is gone.')).toBeVisible();
  await expect(launchButton(page)).toHaveAttribute('aria-disabled', 'true');
});

test('a price that rose in between is shown and asked about again, with everything that was typed', async ({
  page,
  panel,
}) => {
  await openOrder(panel, 'runpod');
  await page.getByLabel('Name', { exact: true }).fill('train');
  await panel.hold('launchVm');
  await launchButton(page).click();
  await panel.become(ordered({}));
  await expect(page.getByText('Creating…')).toBeVisible();
  const message = 'Nothing was sent: it costs $3.10/h now, not $2.70/h.';
  const text = { errors: {}, message, action: 'Confirm the new price.' };
  const newOffer = { ...OFFER_OF.runpod, price: { perHour: 3.1, diskGb: 100, extra: [] } };
  await panel.become(ordered({ phase: 'failed', newOffer, text }));
  await panel.release();
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('train');
  await page.getByRole('button', { name: 'Launch for $3.10/h' }).click();
  await expect.poll(() => sent(panel, 'launchVm')).toHaveLength(2);
  expect((await sent(panel, 'launchVm'))[1]).toMatchObject({
    ...{ order: { offer: newOffer, name: 'train' }, maxPerHour: 3.1 },
  });
});

test('a refusal is shown at its field, until that changes', async ({ page, panel }) => {
  await openOrder(panel, 'runpod');
  await launchButton(page).click();
  const text = { errors: { diskGb: 'Too large for this GPU.' }, message: null, action: null };
  await panel.become(ordered({ phase: 'failed', text }));
  await expect(page.getByText('Too large for this GPU.')).toBeVisible();
  await expect(page.getByLabel('Disk')).toBeFocused();
  await page.getByLabel('Disk').fill('50');
  await expect(page.getByText('Too large for this GPU.')).toBeHidden();
});

test('a launch is followed until its SSH command can be copied', async ({ page, panel }) => {
  const logins: AppState = { ...STATES.logins, accounts: RENTERS.accounts };
  const vmId = logins.snapshots['a1']?.vms.value?.vms[0]?.id ?? '';
  const launched = { accountId: 'a1', phase: 'launched', vmIds: [vmId] } as const;
  await panel.open(ordered({}), BARE);
  await expect(page.getByRole('status')).toHaveText('Creating…');
  await expect(page.getByText('0:42')).toBeVisible();
  await expect(page.getByText('You can close this panel. GPU Tray notifies')).toBeVisible();
  await panel.become(ordered({ phase: 'checking' }));
  await expect(page.getByRole('status')).toContainText('Looking for the VM in the list');
  await panel.become(ordered(launched));
  await expect(page.getByRole('status')).toContainText('Waiting for the list of VMs');
  await panel.become(ordered(launched, logins));
  await expect(page.getByRole('status').first()).toHaveText('Ready to log in');
  await expect(page.getByText('$1.10/h', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open in terminal' })).toBeVisible();
  await page.getByRole('button', { name: /ssh gpu-/ }).click();
  await expect
    .poll(() => sent(panel, 'copyFromVm'))
    .toEqual([{ accountId: 'a1', vmId, what: 'ssh' }]);
  const event = {
    kind: 'vm',
    at: NOW,
    accountId: 'a1',
    vmId,
    name: 'x',
    what: 'is gone',
    status: null,
  } as const;
  const listed = { ...ordered(launched), recentEvents: [event] };
  await panel.become({ ...listed, snapshots: {} });
  await expect(page.getByRole('status')).toContainText('Waiting for the list of VMs');
  const read = snapshotOf([]);
  const partly = { ...read, vms: { ...read.vms, value: makeVmList([], { skipped: 1 }) } };
  await panel.become({ ...listed, snapshots: { a1: partly } });
  await expect(page.getByRole('status')).toContainText('Waiting for the list of VMs');
  await panel.become({ ...listed, snapshots: { a1: read } });
  await expect(page.getByRole('status').first()).toHaveText('The VM is no longer in the list.');
  await panel.answer('readCloudOffers', { ok: true, value: CLOUD_OFFERS });
  await page.getByRole('button', { name: 'Launch another…' }).click();
  await expect.poll(() => sent(panel, 'dismissLaunch')).toHaveLength(1);
  await panel.become(RENTERS);
  await expect(page.getByRole('heading', { name: 'Launch a VM' })).toBeFocused();
});

test('a rate that is higher than confirmed is kept or stopped, never unasked', async ({
  page,
  panel,
}) => {
  const [vm] = STATES.operations.snapshots['a1']?.vms.value?.vms.slice(2) ?? [];
  const dearer = {
    ...({ accountId: 'a1', phase: 'launched', vmIds: [vm?.id ?? ''] } as const),
    confirmedPerHour: 0.1,
  };
  await panel.open(ordered(dearer, STATES.operations), BARE);
  await expect(page.getByRole('alert')).toContainText(/It costs \$\d+\.\d\d\/h, not \$0\.10\/h/);
  await page.getByRole('button', { name: 'Keep' }).click();
  await expect.poll(() => sent(panel, 'acceptRate')).toHaveLength(1);
  await page.getByRole('button', { name: 'Stop…' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(`Stop ${vm?.label}?`);
  expect(await sent(panel, 'operateVm')).toEqual([]);
});

test('a launch that may have created VMs names them, and is forgotten on request', async ({
  page,
  panel,
}) => {
  const vms = STATES.live.snapshots['a1']?.vms.value?.vms.slice(0, 2) ?? [];
  const text = {
    errors: {},
    message: 'The response was lost. 2 VMs were created by one order.',
    action: 'All of them are billed. Destroy those that you don’t want.',
  };
  const vmIds = vms.map(({ id }) => id);
  const unknown = { accountId: 'a1', phase: 'unknown', vmIds, text } as const;
  // Also where another offer was chosen.
  await openOrder(panel, 'runpod', ordered(unknown));
  await expect(page.getByText(text.message)).toBeVisible();
  await expect(launchButton(page)).toBeHidden();
  await expect(page.getByRole('button', { name: /console/ })).toBeVisible();
  for (const { label } of vms)
    await expect(page.getByRole('button', { name: label ?? '-', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Forget this launch' }).click();
  await expect.poll(() => sent(panel, 'dismissLaunch')).toHaveLength(1);
  await panel.become(RENTERS);
  await expect(launchButton(page)).toBeVisible();
});

test('an order is saved as a preset, chosen again and deleted', async ({ page, panel }) => {
  const preferences = async () => (await sent(panel, 'changePreferences')).at(-1);
  await openOrder(panel, 'runpod');
  await page.getByText('Save as preset…').click();
  const name = page.getByLabel('Name of the preset');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Enter a name of up to 40 characters.')).toBeVisible();
  await name.fill(' train ');
  await page.getByLabel('Highest price').fill('cheap');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByLabel('Highest price')).toHaveAccessibleDescription(/^Enter an amount/);
  await page.getByLabel('Highest price').fill('2.50');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Save as preset…')).toBeFocused();
  await expect.poll(preferences).toMatchObject({
    presets: [{ name: 'train', order: { gpu: 'H100 SXM 80 GB', diskGb: 100, maxPerHour: 2.5 } }],
  });
  await expect(name).toBeHidden();
  await panel.become(withPresets());
  await panel.go(BARE);
  await page.getByRole('button', { name: 'Launch… fine-tuning on one card' }).click();
  await expect(page.getByText('Above this preset’s limit of $2.50/h.')).toBeVisible();
  await expect(page.getByLabel('Disk')).toHaveValue('200');
  await expect(page.getByLabel('Image name')).toHaveValue('me/mine:1');
  await expect(page.getByLabel('Log in with')).toHaveValue('file ~/.ssh/work.pub');
  await panel.go(BARE);
  await page.getByRole('button', { name: 'Delete the preset' }).click();
  await expect.poll(preferences).toEqual({ presets: [] });
});

test('a preset without an offer, or whose offers could not be read, says so', async ({
  page,
  panel,
}) => {
  await panel.open(withPresets());
  await panel.answer('readCloudOffers', { ok: true, value: CLOUD_OFFERS });
  await panel.go({ ...BARE, preset: { ...PRESET, gpu: 'B300' } });
  await expect(page.getByText('No offer matches this preset now.')).toBeVisible();
  await page.getByRole('button', { name: 'See offers' }).click();
  await expect(page.getByRole('heading', { name: 'Offers' })).toBeVisible();
});

test('a VM that was stopped is launched again as it was', async ({ page, panel }) => {
  const state: AppState = { ...RENTERS, snapshots: STATES.live.snapshots };
  const vm = state.snapshots['a1']?.vms.value?.vms[4];
  await panel.open(state, { kind: 'vm', accountId: 'a1', vmId: vm?.id ?? '' });
  const offers = [{ ...OFFER_OF.rental, terms: 'onDemand', gpuCount: vm?.gpuCount, account: null }];
  await panel.answer('readCloudOffers', { ok: true, value: { ...CLOUD_OFFERS, offers } });
  await panel.answer('readLaunchChoices', { ok: true, value: CHOICES_OF.rental });
  await page.getByRole('button', { name: 'Launch again…' }).click();
  await expect(page.getByLabel('Disk')).toHaveValue(String(vm?.storageGb));
});

test('a key that was refused, and no account, have no launch but the next step', async ({
  page,
  panel,
}) => {
  const refusedWrites = { v: 'Permission denied: this key can’t launch VMs.' };
  await openOrder(panel, 'vast', { ...RENTERS, refusedWrites });
  await expect(page.getByText(refusedWrites.v)).toBeVisible();
  await expect(launchButton(page)).toHaveCount(0);
  await panel.go(BARE);
  await expect(page.getByRole('button', { name: /^Launch… .*H100/ }).first()).toBeVisible();
  await openOrder(panel, 'vast', STATES.firstRun);
  await page.getByRole('button', { name: 'Add an account' }).click();
  await expect(page.getByRole('heading', { name: /Vast/ })).toBeVisible();
});

test('hidden amounts are in no offer, preset, form or failure', async ({ page, panel }) => {
  const hidden = withPresets({
    ...RENTERS,
    preferences: { ...RENTERS.preferences, hideAmounts: true },
  });
  const main = page.locator('main');
  await openOrder(panel, 'bid', hidden, { ...PRESET, maxPerHour: 0.1 });
  await expect(page.getByText('At least ••••/h. The VM is paused when outbid.')).toBeVisible();
  await page.getByLabel('Your bid').fill('0.01');
  await page.getByRole('button', { name: 'Launch', exact: true }).click();
  await expect(page.getByText('Enter at least ••••/h.')).toBeVisible();
  const message = 'Nothing was sent: 1 × H100 costs $3.10/h now, not $2.70/h.';
  const text = { errors: {}, message, action: 'Add $2.00 or more in the web console.' };
  await panel.become(ordered({ accountId: 'v', phase: 'failed', text }, hidden));
  await expect(page.getByRole('alert')).toContainText('costs ••••/h now, not ••••/h. Add •••• or');
  // The choices of “Stop later” are no amounts of the user.
  expect((await main.innerText()).replace(/\$(25|40)$/gm, '')).not.toMatch(/\$\d/);
  await panel.go(BARE);
  await expect(page.getByText('up to ••••/h')).toBeVisible();
  await expect(page.getByText('RTX 4090 24 GB', { exact: true })).toBeVisible();
  expect(await main.innerText()).not.toMatch(/\$\d/);
});
