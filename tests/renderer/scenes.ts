import type { Page, ViewportSize } from '@playwright/test';
import { decideChecks } from '../../src/core/checks/decide.ts';
import type { Check } from '../../src/shared/diagnostics/check.ts';
import type { Answer } from '../../src/shared/ipc/bridge.ts';
import type { RequestOutput, Screen } from '../../src/shared/ipc/contract.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import { makeAccount } from '../../src/shared/testing/make-account.ts';
import { EIGHT_GPUS, GPU_SAMPLES, WITH_GPU_LOAD } from './gpu-loads.ts';
import { LAUNCH_SCENES } from './launch-scenes.ts';
import { NOW } from './make-vm.ts';
import { OFFER_SCENES } from './offer-scenes.ts';
import { snapshotOf } from './one-account.ts';
import type { PanelUnderTest } from './panel-test.ts';
import { STATES } from './states.ts';
import { NO_VIEWS, USAGE } from './usage-reports.ts';

/** Something that the panel can show. */
export interface Scene {
  readonly state: AppState;
  /** Default: the first screen of the state. */
  readonly screen?: Screen;
  /** Steps from there. */
  readonly steps?: (page: Page, panel: PanelUnderTest) => Promise<void>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const vm = (state: AppState, index: number) => {
  const vmId = state.snapshots['a1']?.vms.value?.vms[index]?.id ?? '';
  return { kind: 'vm', accountId: 'a1', vmId } as const;
};

/** Opens usage from the header, with this answer. */
function usageScene(answer: Answer<unknown> | null, state: AppState = STATES.live): Scene {
  return {
    state,
    steps: async (page, panel) => {
      if (answer === null) await panel.hold('readUsage');
      else await panel.answer('readUsage', answer);
      await button(page, /Show usage/)
        .last()
        .click();
      await page.getByRole('heading', { name: 'Usage' }).waitFor();
      if (answer !== null) await page.getByText('Loading usage').waitFor({ state: 'detached' });
    },
  };
}

/** Each kind of doubt. */
const DOUBTFUL: RequestOutput<'readUsage'> = {
  ...USAGE.month,
  notes: [
    { kind: 'otherPeriod', periods: [{ from: '2026-11-01', to: '2026-11-07' }] },
    { kind: 'undated', count: 3 },
  ],
  problems: [
    {
      ...{ accountId: 'a2', kind: 'timeout', action: 'Try again later.' },
      message: 'The service did not respond within 30 s.',
    },
  ],
};
const { costs, preferences } = STATES.twoAccounts;
const DOUBTED: AppState = {
  ...STATES.twoAccounts,
  costs: { ...costs, month: { ...costs.month, isAtLeast: true } },
  preferences: { ...preferences, monthForecast: { isOn: true, limit: 2_500 } },
};

const usageOf = (value: RequestOutput<'readUsage'>) => ({ ok: true, value }) as const;

const USAGE_FORBIDDEN = {
  ...{ accountId: 'a1', kind: 'forbidden', message: 'Permission denied: API key scope vms_only.' },
  action: 'Use an API key that can read billing.',
};

const READ_ONLY = {
  path: '/home/lea/.ssh/config',
  target: '/home/lea/.ssh/config',
  state: 'absent',
  lines: ['# GPU Tray', 'Include ~/.ssh/gpu-tray/config'],
  obstacle: 'The file is read-only.',
  pattern: null,
};

/** As with two accounts, a locked keychain and a desktop without a tray. */
const MANY_CHECKS: readonly Check[] = decideChecks({
  app: {
    ...STATES.live,
    accounts: [
      makeAccount({ id: 'a1', label: 'lea@example.com' }),
      makeAccount({ id: 'a2', label: 'Work' }),
    ],
    keychain: 'locked',
    environment: { ...STATES.live.environment, hasTray: false },
    preferences: { ...STATES.live.preferences, autostart: true },
    updates: { kind: 'failed', why: 'unreachable' },
  },
  services: ['api.example.com', 'a-service-with-a-very-long-name.internal.example.com:8443'].map(
    (host, index) => ({
      ...{ host, isEncrypted: true, proxy: 'used' },
      probe: { problem: null, ms: 120, clockAheadMs: index * -300_000 },
    }),
  ),
  ssh: { hasSsh: true, include: 'unknown', pattern: null },
  acting: { actor: { program: 'watch', pid: 812 }, isSilent: false },
  hasAutoStops: false,
  desktop: { notifications: 'failed', startsAtLogin: true },
});

/** The screens, menus and dialogs besides the first screen, in states with much content. */
const OTHERS: Readonly<Record<string, Scene>> = {
  details: { state: STATES.alertOpen, screen: vm(STATES.alertOpen, 0) },
  'details, everything': {
    state: STATES.live,
    screen: vm(STATES.live, 2),
    steps: async (page) => {
      await page.getByText('More', { exact: true }).click();
      await button(page, 'Copy port forward…').click();
    },
  },
  'details, short names off': { state: STATES.noNames, screen: vm(STATES.noNames, 0) },
  'details, stopped': { state: STATES.live, screen: vm(STATES.live, 4) },
  'details, interrupted': { state: STATES.attention, screen: vm(STATES.attention, 1) },
  'details, confirm stop': {
    state: STATES.operations,
    screen: { ...vm(STATES.operations, 2), operation: 'stop' },
  },
  'details, confirm destroy': {
    state: STATES.operations,
    screen: vm(STATES.operations, 2),
    steps: async (page) => {
      await button(page, /^Actions for/).click();
      await page.getByRole('menuitem', { name: 'Destroy…' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  'details, stop later': {
    state: { ...STATES.operations, autoStops: {} },
    screen: vm(STATES.operations, 2),
    steps: async (page) => {
      await button(page, 'Stop…').click();
      await page.getByLabel('Other time or amount').fill('tomorrow 9:00');
    },
  },
  'details, key may not stop': {
    state: {
      ...STATES.operations,
      refusedWrites: { a1: 'Permission denied: read only.' },
    },
    screen: vm(STATES.operations, 2),
  },
  'details, stop not confirmed': { state: STATES.operations, screen: vm(STATES.operations, 0) },
  'details, cost unknown': { state: STATES.noSpend, screen: vm(STATES.noSpend, 4) },
  'details, hostile': { state: STATES.hostile, screen: vm(STATES.hostile, 2) },
  'details, VM unknown': {
    state: STATES.live,
    screen: { kind: 'vm', accountId: 'a1', vmId: 'gone' },
  },
  'details, VM gone': {
    state: STATES.live,
    screen: vm(STATES.live, 2),
    steps: async (page, panel) => {
      await page.getByRole('heading', { name: 'eval-7' }).waitFor();
      const event = {
        ...vm(STATES.live, 2),
        at: NOW,
        name: 'eval-7',
        what: 'is gone',
        status: null,
      } as const;
      await panel.become({
        ...STATES.live,
        recentEvents: [event],
        snapshots: { a1: snapshotOf([]) },
      });
      await page.getByText('no longer in the list').waitFor();
    },
  },
  'GPU load': { state: WITH_GPU_LOAD },
  'details, GPU load': {
    state: WITH_GPU_LOAD,
    steps: async (page, panel) => {
      await panel.answer('readGpuLoad', { ok: true, value: GPU_SAMPLES });
      await panel.go(vm(WITH_GPU_LOAD, 0));
      await page
        .getByRole('img', { name: /^Load since/ })
        .first()
        .waitFor();
    },
  },
  'details, GPU load old': { state: WITH_GPU_LOAD, screen: vm(WITH_GPU_LOAD, 1) },
  'details, eight GPUs': { state: EIGHT_GPUS, screen: vm(EIGHT_GPUS, 2) },
  'details, no GPU load': { state: WITH_GPU_LOAD, screen: vm(WITH_GPU_LOAD, 2) },
  'GPU load, question': {
    state: STATES.twoAccounts,
    screen: { kind: 'accounts' },
    steps: async (page) => {
      await page.getByRole('button', { name: /^Team Blue/ }).click();
      await page.getByRole('switch', { name: 'Show GPU load' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  'short names, at the first copy': {
    state: STATES.noNames,
    steps: async (page) => {
      await button(page, 'Copy SSH command of eval-7').click();
      await button(page, 'Not now').waitFor();
    },
  },
  'stop idle VMs': { state: STATES.clouds, screen: { kind: 'stopIdle' } },
  alerts: { state: STATES.alertOpen, screen: { kind: 'alerts' } },
  'alerts, several': { state: STATES.everyRule, screen: { kind: 'alerts' } },
  'alerts, every rule': {
    state: STATES.everyRule,
    screen: { kind: 'alerts' },
    steps: (page) => page.getByText('Rules', { exact: true }).click(),
  },
  'alerts, none open': { state: STATES.twoAccounts, screen: { kind: 'alerts' } },
  accounts: { state: STATES.twoAccounts, screen: { kind: 'accounts' } },
  'accounts, long names': { state: STATES.hostile, screen: { kind: 'accounts' } },
  'accounts, service profile': {
    state: STATES.operations,
    screen: { kind: 'accounts' },
    steps: async (page, panel) => {
      const problem = 'operations has the unknown key "reboot". Allowed: start, stop, destroy.';
      const refusal = { kind: 'invalid', message: problem, action: 'Correct the profile.' };
      await panel.answer('changeAccount', { ok: false, refusal });
      await page.getByText('Advanced').click();
      await page.locator('[name=serviceProfile]').fill('{\n  "operations": { "reboot": {} }\n}');
      await button(page, 'Save profile').click();
      await page.getByText(problem).waitFor();
    },
  },
  'accounts, second key': {
    state: STATES.operations,
    screen: { kind: 'accounts' },
    steps: async (page) => {
      await page.getByText('Advanced').click();
      await page.getByLabel('Key for launching and stopping').fill('key-2');
      await button(page, 'Save key').waitFor();
    },
  },
  'sign-out': {
    state: STATES.twoAccounts,
    screen: { kind: 'accounts' },
    steps: async (page) => {
      await page.getByRole('button', { name: /^Team Blue/ }).click();
      await button(page, 'Sign out…').click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  'sign-in with mistakes': {
    state: STATES.live,
    screen: { kind: 'signIn', accountId: null, provider: 'rental' },
    steps: async (page, panel) => {
      const refusal = { kind: 'unauthorized', message: 'API key rejected (401).', action: '' };
      await panel.answer('signInWithKey', { ok: false, refusal });
      await page.getByLabel('Service URL').fill('gpu.example.org');
      await page.locator('input[type=password]').fill('key-1');
      await page.keyboard.press('Enter');
      await page.getByText(refusal.message).waitFor();
    },
  },
  'sign-in, a provider': {
    state: STATES.firstRun,
    screen: { kind: 'signIn', accountId: null, provider: 'runpod' },
  },
  'add an account': { state: STATES.live, screen: { kind: 'signIn', accountId: null } },
  'sign-in again': { state: STATES.hostile, screen: { kind: 'signIn', accountId: 'a1' } },
  settings: { state: STATES.logins, screen: { kind: 'settings' } },
  'settings, signed out': { state: STATES.firstRun, screen: { kind: 'settings' } },
  'SSH config preview': {
    state: STATES.noNames,
    screen: { kind: 'settings' },
    steps: async (page) => {
      await button(page, 'Set up short SSH names…').click();
      await button(page, 'Add these lines').waitFor();
    },
  },
  'SSH config by hand': {
    state: STATES.noNames,
    screen: { kind: 'settings' },
    steps: async (page, panel) => {
      await panel.answer('previewInclude', { ok: true, value: READ_ONLY });
      await button(page, 'Set up short SSH names…').click();
      await page.getByLabel('Lines').waitFor();
    },
  },
  about: { state: STATES.live, screen: { kind: 'about' } },
  diagnostics: {
    state: STATES.live,
    screen: { kind: 'diagnostics' },
    steps: (page) => page.getByText('1 failed, 1 warning.').waitFor(),
  },
  'diagnostics, checking': {
    state: STATES.firstRun,
    screen: { kind: 'about' },
    steps: async (page, panel) => {
      await panel.hold('diagnose');
      await button(page, 'Diagnostics').click();
      await page.getByText('Checking…').first().waitFor();
    },
  },
  'diagnostics, everything': {
    state: STATES.twoAccounts,
    screen: { kind: 'about' },
    steps: async (page, panel) => {
      await panel.answer('diagnose', { ok: true, value: MANY_CHECKS });
      await button(page, 'Diagnostics').click();
      await page.getByText('1 failed, 5 warnings.').waitFor();
    },
  },
  keys: { state: STATES.live, screen: { kind: 'keys' } },
  usage: usageScene(usageOf(USAGE.month)),
  'usage, a day': {
    ...usageScene(usageOf(USAGE.month)),
    steps: async (page, panel) => {
      await usageScene(usageOf(USAGE.month)).steps?.(page, panel);
      await page.getByRole('slider').focus();
      await page.keyboard.press('ArrowLeft');
      await page.getByText('Nov 11 $').waitFor();
    },
  },
  'usage, a year': {
    ...usageScene(usageOf(USAGE.year)),
    steps: async (page, panel) => {
      await usageScene(usageOf(USAGE.year)).steps?.(page, panel);
      await page.getByRole('combobox', { name: 'Period' }).selectOption('Custom');
      await page.getByLabel('First day').fill('2026-11-13');
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await page.getByText('after the last one').waitFor();
    },
  },
  'usage, today': usageScene(usageOf(USAGE.one), STATES.hidden),
  'usage, empty': usageScene(usageOf({ ...USAGE.month, totalCost: 0, views: NO_VIEWS })),
  'usage, loading': usageScene(null),
  'usage, no permission': usageScene(
    usageOf({ ...USAGE.month, totalCost: null, views: NO_VIEWS, problems: [USAGE_FORBIDDEN] }),
  ),
  'usage, doubts': {
    ...usageScene(usageOf(DOUBTFUL), DOUBTED),
    steps: async (page, panel) => {
      await usageScene(usageOf(DOUBTFUL), DOUBTED).steps?.(page, panel);
      await page.getByRole('combobox', { name: 'Rows' }).selectOption('by account');
      await page.getByText('≥ Why?').click();
    },
  },
  'usage, refused': usageScene({
    ok: false,
    refusal: { kind: 'internalError', message: 'Internal error.', action: 'Try again.' },
  }),
  'snooze menu': {
    state: STATES.alertOpen,
    steps: async (page) => {
      await button(page, 'Snooze').click();
      await page.locator('[role=menuitem]:focus', { hasText: '1 hour' }).waitFor();
    },
  },
  'row menu': {
    state: STATES.live,
    steps: async (page) => {
      await page.getByText('train-llama').click({ button: 'right' });
      await page.locator('[role=menuitem]:focus', { hasText: 'Copy SSH command' }).waitFor();
    },
  },
};

/** Everything that the panel can show, by name: each is checked in every size and color scheme, and pictured. */
export const SCENES: ReadonlyMap<string, Scene> = new Map([
  ...Object.entries(STATES).map(([name, state]) => [name, { state }] as const),
  ...Object.entries(OTHERS),
  ...Object.entries(LAUNCH_SCENES),
  ...Object.entries(OFFER_SCENES),
]);

/** The default size, a wide window, the 320 px of WCAG reflow, and half the default size for 200 % zoom. */
export const SIZES = {
  '400 px': { width: 400, height: 600 },
  '700 px': { width: 700, height: 600 },
  '320 px': { width: 320, height: 480 },
  '200 % zoom': { width: 200, height: 300 },
} as const;

/** Opens a scene and waits until it is complete. */
export async function openScene(page: Page, panel: PanelUnderTest, scene: Scene): Promise<void> {
  const { state, screen, steps } = scene;
  await panel.open(state, screen);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await steps?.(page, panel);
}

/** Changes the size and waits two frames, so that scripts that react to it have rendered. */
export async function resize(page: Page, size: ViewportSize): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  );
}
