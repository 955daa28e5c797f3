import type { Page } from '@playwright/test';
import type { OrderDraft } from '../../src/shared/domain/order-draft.ts';
import { EMPTY_DRAFT } from '../../src/shared/domain/vm-order.ts';
import type { Launch } from '../../src/shared/launch/launch.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import { NOW } from './make-vm.ts';
import { OFFERS } from './offer-reports.ts';
import type { PanelUnderTest } from './panel-test.ts';
import { STATES } from './states.ts';

/** A valid order. */
export const ORDER: OrderDraft = {
  ...EMPTY_DRAFT,
  ...{ node: 'vm02', gpuType: '4090', gpuCount: '2', storageGb: '100', template: '102' },
};

/** The state after a launch of that order, 42 seconds ago. */
export function launched(change: Partial<Launch>, state: AppState = STATES.live): AppState {
  const failure = { errors: {}, message: null, action: null };
  return {
    ...state,
    launch: {
      ...{ accountId: 'a1', draft: ORDER, startedAt: NOW - 42_000 },
      ...{ phase: 'sending', vmId: null, failure, ...change },
    },
  };
}

/** The id of a VM of the list. */
export const vmIdAt = (index: number, state: AppState = STATES.live) =>
  state.snapshots['a1']?.vms.value?.vms[index]?.id ?? '';

/** Opens the screen with the prices of the service. */
export async function openLaunch(
  panel: PanelUnderTest,
  state: AppState = STATES.live,
  draft: OrderDraft | null = null,
  value: object = OFFERS.pricing,
): Promise<void> {
  await panel.open(state);
  await panel.answer('readOffers', { ok: true, value });
  await panel.go({ kind: 'launch', accountId: null, draft });
}

const scene = (
  draft: OrderDraft | null,
  state: AppState = STATES.live,
  steps: (page: Page) => Promise<void> = async () => {},
  prices: object = OFFERS.pricing,
) => ({
  state,
  steps: async (page: Page, panel: PanelUnderTest) => {
    await openLaunch(panel, state, draft, prices);
    await page.getByRole('heading', { name: 'Launch a VM' }).waitFor();
    await steps(page);
  },
});

const review = (page: Page) => page.getByRole('button', { name: 'Review' }).click();

const failure = (message: string, action: string | null, errors = {}) => ({
  ...{ phase: 'failed' as const, failure: { errors, message, action } },
});

export const LAUNCH_SCENES = {
  launch: scene(ORDER),
  'launch, wrong': scene(null, STATES.live, review),
  'launch, reserved with a password': scene(
    { ...ORDER, rental: 'reserved', months: '3', login: 'password' },
    STATES.twoAccounts,
    (page) => page.getByRole('button', { name: 'Generate' }).click(),
  ),
  'launch, presets': scene(ORDER, {
    ...STATES.live,
    preferences: {
      ...STATES.live.preferences,
      launchPresets: [{ name: 'fine-tuning on two cards', draft: ORDER }],
    },
  }),
  'launch, saving a preset': scene(ORDER, STATES.live, async (page) => {
    await review(page);
    await page.getByRole('button', { name: 'Save as preset…' }).click();
  }),
  'launch, review': scene(ORDER, STATES.live, review),
  'launch, price unknown': scene(ORDER, STATES.live, review, OFFERS.none),
  'launch, refused': scene(
    null,
    launched(failure('Request rejected: no quota', null, { node: 'no such node' })),
  ),
  'launch, no balance': scene(
    null,
    launched(
      failure(
        'Insufficient balance: $3.50 required, $1.25 available.',
        'Add $2.25 or more in the web console.',
      ),
    ),
  ),
  'launch, creating': scene(null, launched({})),
  'launch, answer lost': scene(null, launched({ phase: 'checking' })),
  'launch, gone': scene(null, {
    ...launched({ phase: 'launched', vmId: 'new' }),
    recentEvents: [
      { kind: 'vm', at: NOW, accountId: 'a1', vmId: 'new', name: 'x', what: 'is gone' },
    ],
  }),
  'launch, ready': scene(
    null,
    launched({ phase: 'launched', vmId: vmIdAt(0, STATES.logins) }, STATES.logins),
  ),
};
