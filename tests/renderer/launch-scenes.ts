import type { Page } from '@playwright/test';
import type { CurrentLaunch } from '../../src/shared/launch/current-launch.ts';
import type { LaunchChoices, LaunchOrder } from '../../src/shared/launch/order.ts';
import type { PresetOrder } from '../../src/shared/launch/preset-order.ts';
import type { FoundOffer, GpuOffer } from '../../src/shared/offers/gpu-offer.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import { makeAccount } from '../../src/shared/testing/make-account.ts';
import { CLOUD_OFFERS } from './cloud-offers.ts';
import { NOW } from './make-vm.ts';
import type { PanelUnderTest } from './panel-test.ts';
import type { Scene } from './scenes.ts';
import { STATES } from './states.ts';

const KEY = (end: string) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${end.padStart(43, 'A')}`;

/** The keys of this computer, as `readLocalKeys` answers. */
export const LOCAL_KEYS = [
  {
    file: '~/.ssh/id_ed25519.pub',
    type: 'ssh-ed25519',
    comment: 'lea@laptop',
    publicKey: KEY('x'),
  },
  { file: '~/.ssh/work.pub', type: 'ssh-ed25519', comment: '', publicKey: KEY('y') },
];

const CHOICES: LaunchChoices = {
  ...{ images: [], hasOtherImages: false, defaultImage: null, disk: null, hasName: true },
  ...{ keys: null, hasPassword: false, months: [], minBid: null, balance: null, notes: [] },
};

/** As an adapter of each cloud answers. */
export const CHOICES_OF = {
  runpod: {
    ...CHOICES,
    images: [{ id: 'template:1', name: 'my fine-tuning' }],
    ...{ hasOtherImages: true, defaultImage: 'runpod/pytorch:1.0.2-cu1281-torch280-ubuntu2404' },
    disk: { min: 20, usual: 100 },
    notes: [
      'A stop erases the container disk. A destroy erases everything.',
      'RunPod wants an hour’s credit.',
    ],
  },
  vast: {
    ...CHOICES,
    ...{ hasOtherImages: true, defaultImage: 'vastai/base-image:@vastai-automatic-tag' },
    disk: { min: 8, usual: 100 },
    keys: [{ id: '7', name: 'desk', publicKey: `${KEY('z')} lea@desk` }],
    ...{ balance: 0.2, notes: ['The disk is billed until the instance is destroyed.'] },
  },
  bid: { ...CHOICES, disk: { min: 8, usual: 100 }, keys: null, minBid: 0.18 },
  lambda: {
    ...CHOICES,
    keys: [
      { id: 'desk', name: 'desk', publicKey: `${KEY('z')} lea@desk` },
      { id: 'laptop', name: 'laptop', publicKey: `${KEY('x')} lea` },
    ],
    notes: ['It can’t be stopped. Terminate erases everything.'],
  },
  rental: {
    ...CHOICES,
    ...{ hasName: false, hasPassword: true, keys: [], months: [1, 3, 6] },
    images: [
      { id: '100', name: 'Base image 22.04 with GPU drivers' },
      { id: '101', name: 'Base image 24.04 with GPU drivers' },
    ],
    ...{ defaultImage: '101', disk: { min: 50, usual: 50 } },
  },
} satisfies Record<string, LaunchChoices>;

const withoutAccount = ({ account: _, ...offer }: FoundOffer): GpuOffer => offer;
const offerAt = (index: number): GpuOffer => {
  const found = CLOUD_OFFERS.offers[index];
  if (found === undefined) throw new Error(`no offer ${index}`);
  return withoutAccount(found);
};

/** One of each cloud. */
export const OFFER_OF = {
  vast: offerAt(0),
  runpod: offerAt(3),
  lambda: offerAt(4),
  bid: {
    ...{ ...offerAt(0), offer: '1/bid', terms: 'interruptible' },
    price: { perHour: 0.35, diskGb: 100, extra: [], minBid: 0.18 },
  },
  rental: {
    ...{ ...offerAt(1), provider: 'rental', offer: 'vm03/4090/2/reserved', gpuCount: 2 },
    ...{ where: 'vm03', tier: null, terms: 'reserved', stock: 6 },
    price: { perHour: 0.66, diskGb: null, extra: ['disk'] },
  },
} as const satisfies Record<string, GpuOffer>;

/** An account at each, two at RunPod. */
export const RENTERS: AppState = {
  ...STATES.live,
  accounts: [
    ...STATES.live.accounts,
    ...(
      [
        ['r', 'Research', 'runpod', 'https://api.runpod.io', 'stop'],
        ['p', 'RunPod', 'runpod', 'https://api.runpod.io', 'stop'],
        ['v', 'Vast.ai', 'vast', 'https://console.vast.ai', 'addSshKey'],
        ['l', 'lab', 'lambda', 'https://cloud.lambda.ai', 'addSshKey'],
      ] as const
    ).map(([id, label, provider, baseUrl, more]) =>
      makeAccount({ id, label, provider, baseUrl, can: ['rent', 'destroy', more] }),
    ),
  ],
};

const ACCOUNT_OF = { runpod: 'r', vast: 'v', bid: 'v', lambda: 'l', rental: 'a1' } as const;
type Cloud = keyof typeof ACCOUNT_OF;

/** Opens the form of a cloud's offer. */
export async function openOrder(
  panel: PanelUnderTest,
  cloud: Cloud,
  state: AppState = RENTERS,
  preset?: PresetOrder,
): Promise<void> {
  await panel.open(state);
  await panel.answer('readLocalKeys', { ok: true, value: LOCAL_KEYS });
  await panel.answer('readLaunchChoices', { ok: true, value: CHOICES_OF[cloud] });
  await panel.answer('readCloudOffers', { ok: true, value: CLOUD_OFFERS });
  await panel.answer('readQuote', { ok: true, value: OFFER_OF[cloud] });
  await panel.go({
    ...{ kind: 'launch', accountId: ACCOUNT_OF[cloud], offer: OFFER_OF[cloud] },
    ...(preset !== undefined && { preset }),
  });
}

const ORDER: LaunchOrder = {
  ...{ offer: OFFER_OF.runpod, name: 'train', image: null, diskGb: 100, bid: null, months: null },
  login: { method: 'publicKey', publicKey: KEY('x') },
};

/** The state after that order, 42 seconds ago. */
export function ordered(change: Partial<CurrentLaunch>, state: AppState = RENTERS): AppState {
  return {
    ...state,
    currentLaunch: {
      ...{ accountId: 'r', order: ORDER, mark: 'abcd1234', startedAt: NOW - 42_000 },
      ...{ phase: 'sending', vmIds: [], confirmedPerHour: 2.7, newOffer: null },
      ...{ text: { errors: {}, message: null, action: null } },
      ...change,
    },
  };
}

export const PRESET: PresetOrder = {
  ...{ provider: 'runpod', gpu: 'H100 SXM 80 GB', gpuCount: 1, where: null, tier: 'secure' },
  ...{ terms: 'onDemand', months: null, image: 'me/mine:1', diskGb: 200, maxPerHour: 2.5 },
  login: { method: 'publicKey', file: '~/.ssh/work.pub' },
};

export const withPresets = (state: AppState = RENTERS): AppState => ({
  ...state,
  preferences: {
    ...state.preferences,
    presets: [{ name: 'fine-tuning on one card', order: PRESET }],
    lastLaunch: { ...PRESET, maxPerHour: null },
  },
});

const form = (cloud: Cloud, steps?: (page: Page) => Promise<unknown>): Scene => ({
  state: RENTERS,
  steps: async (page, panel) => {
    await openOrder(panel, cloud);
    await page.getByRole('button', { name: /^Launch for/ }).waitFor();
    await steps?.(page);
  },
});

const followed = (change: Partial<CurrentLaunch>, state?: AppState): Scene => ({
  state: ordered(change, state),
  screen: { kind: 'launch', accountId: null },
});

const vmIds = [0, 1].map((index) => STATES.logins.snapshots['a1']?.vms.value?.vms[index]?.id ?? '');
const READY = { accountId: 'a1', phase: 'launched', vmIds: vmIds.slice(0, 1) } as const;

/** Launches at any cloud. */
export const LAUNCH_SCENES: Readonly<Record<string, Scene>> = {
  'launch, runpod': form('runpod'),
  'launch, wrong': form('runpod', async (page) => {
    await page.getByLabel('Image').selectOption('Other image…');
    await page.getByLabel('Disk').fill('1');
    await page.getByText('Save as preset…').click();
    await page.getByRole('button', { name: /^Launch for/ }).click();
  }),
  'launch, vast': form('vast'),
  'launch, bid': form('bid'),
  'launch, lambda': form('lambda', (page) => page.getByText('idle 1 h').click()),
  'launch, rental': form('rental', (page) =>
    page.getByLabel('Log in with').selectOption('Password'),
  ),
  'launch, no account': {
    state: STATES.firstRun,
    steps: async (page, panel) => {
      await openOrder(panel, 'vast', STATES.firstRun);
      await page.getByRole('button', { name: 'Add an account' }).waitFor();
    },
  },
  'launch, key may not launch': {
    state: RENTERS,
    steps: async (page, panel) => {
      const refusedWrites = { v: 'Permission denied: this key can’t launch VMs.' };
      await openOrder(panel, 'vast', { ...RENTERS, refusedWrites });
      await page.getByRole('button', { name: 'Accounts' }).waitFor();
    },
  },
  'launch, dearer now': {
    state: RENTERS,
    steps: async (page, panel) => {
      await openOrder(panel, 'runpod');
      await page.getByRole('button', { name: 'Launch for $2.70/h' }).waitFor();
      const message = 'The price is now $3.10/h, not $2.70/h. Nothing was launched.';
      await panel.become(
        ordered({
          ...{ startedAt: NOW, phase: 'failed' },
          newOffer: { ...OFFER_OF.runpod, price: { perHour: 3.1, diskGb: 100, extra: [] } },
          text: { errors: {}, message, action: null },
        }),
      );
      await page.getByRole('button', { name: 'Launch for $3.10/h' }).waitFor();
    },
  },
  'launch, presets': {
    state: withPresets(),
    steps: async (page, panel) => {
      await panel.answer('readCloudOffers', { ok: true, value: CLOUD_OFFERS });
      await panel.go({ kind: 'launch', accountId: null });
      await page.getByText('RTX 4090 24 GB', { exact: true }).waitFor();
    },
  },
  'launch, of a preset': {
    state: withPresets(),
    steps: async (page, panel) => {
      await openOrder(panel, 'runpod', withPresets(), PRESET);
      await page.getByText('Above this preset').waitFor();
    },
  },
  'launch, creating': followed({}),
  'launch, answer lost': followed({ phase: 'checking' }),
  'launch, ready': followed(READY, { ...STATES.logins, accounts: RENTERS.accounts }),
  'launch, rate higher': followed(
    { ...READY, confirmedPerHour: 0.1 },
    { ...STATES.logins, accounts: STATES.operations.accounts },
  ),
  'launch, unknown': followed(
    {
      ...{ accountId: 'a1', phase: 'unknown', vmIds },
      text: {
        errors: {},
        message:
          'The response was lost. Two VMs have the mark of this launch: just-ready, fine-tune.',
        action: 'Check both in the web console.',
      },
    },
    { ...STATES.logins, accounts: RENTERS.accounts },
  ),
};
