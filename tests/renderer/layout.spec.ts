import type { Page } from '@playwright/test';
import type { Screen } from '../../src/shared/ipc/index.ts';
import { makeVm } from './make-vm.ts';
import { expect, test } from './panel-test.ts';
import { STATES, type StateName, snapshotOf, stateOf } from './states.ts';

/** The default size, half of it for 200 % zoom, and the 320 px of WCAG reflow. */
const SIZES = [
  { width: 400, height: 600 },
  { width: 320, height: 480 },
  { width: 200, height: 300 },
] as const;

const vmId = STATES.logins.snapshots['a1']?.vms.value?.vms[2]?.id ?? '';

/** Every screen, in states with much content. */
const SCREENS: readonly {
  readonly name: string | RegExp;
  readonly state: StateName;
  /** Null: the first screen of the state. */
  readonly screen: Screen | null;
}[] = [
  { name: 'GPU Tray', state: 'firstRun', screen: null },
  { name: /^Alert me/, state: 'question', screen: null },
  { name: 'reinstalled', state: 'logins', screen: { kind: 'vm', accountId: 'a1', vmId } },
  { name: 'Settings', state: 'logins', screen: { kind: 'settings' } },
  { name: 'Settings', state: 'firstRun', screen: { kind: 'settings' } },
  { name: /^Accounts?$/, state: 'twoAccounts', screen: { kind: 'accounts' } },
  { name: /^Accounts?$/, state: 'hostile', screen: { kind: 'accounts' } },
  {
    name: 'Add an account',
    state: 'live',
    screen: { kind: 'signIn', accountId: null },
  },
  { name: /^Sign in to/, state: 'hostile', screen: { kind: 'signIn', accountId: 'a1' } },
  { name: 'Alerts', state: 'alertOpen', screen: { kind: 'alerts' } },
  { name: 'Alerts', state: 'twoAccounts', screen: { kind: 'alerts' } },
  { name: 'Keyboard', state: 'live', screen: { kind: 'keys' } },
];

/** Visible elements that overflow the page horizontally. */
function outside(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(
    '[...document.querySelectorAll("body *")].filter((e) => { const box = e.getBoundingClientRect(); return box.width > 1 && (box.right > innerWidth + 0.5 || box.left < -0.5) && e.checkVisibility() && !e.closest(".one-line"); }).map((e) => e.outerHTML.slice(0, 200))',
  );
}

/** Checks the page in every size. */
async function inEachSize(page: Page, look: (width: number) => Promise<void>): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    // Two frames, so that scripts that react to the size have rendered.
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
    );
    await look(size.width);
  }
}

for (const [name, state] of Object.entries(STATES)) {
  test(`no horizontal overflow: ${name}`, async ({ page, panel }) => {
    await panel.open(state);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await inEachSize(page, async (width) => {
      const widest = await page.evaluate<number>(
        'Math.max(...[...document.querySelectorAll("*")].map((e) => e.scrollWidth > e.clientWidth && getComputedStyle(e).overflowX === "auto" ? Infinity : 0), document.documentElement.scrollWidth)',
      );
      expect(widest).toBeLessThanOrEqual(width);
    });
  });
}

for (const { name, state, screen } of SCREENS) {
  test(`no horizontal overflow on ${screen?.kind ?? 'the first screen'}: ${state}`, async ({
    page,
    panel,
  }) => {
    await panel.open(STATES[state], screen ?? undefined);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await inEachSize(page, async (width) => {
      expect([width, await outside(page)]).toEqual([width, []]);
    });
  });
}

for (const viewport of SIZES) {
  test.describe(`${viewport.width} px`, () => {
    test.use({ viewport });

    test('no horizontal overflow in menus, SSH config preview and sign-out', async ({
      page,
      panel,
    }) => {
      const noNames = { ...STATES.logins.ssh, include: 'absent' } as const;
      await panel.open({ ...STATES.alertOpen, ssh: noNames });
      await page.getByRole('button', { name: 'Snooze' }).click();
      await page.getByRole('menuitem', { name: '1 hour' }).waitFor();
      expect(await outside(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await panel.go({ kind: 'settings' });
      await page.getByRole('button', { name: 'Set up short SSH names…' }).click();
      await page.getByRole('button', { name: 'Add these lines' }).waitFor();
      expect(await outside(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('button', { name: 'Sign out…' }).click();
      await page.getByRole('dialog').waitFor();
      expect(await outside(page)).toEqual([]);
    });

    test('no amount is truncated', async ({ page, panel }) => {
      await panel.open(STATES.hostile);
      await page.getByText('absurd').waitFor();
      const amounts = await page.locator('[data-money]').all();
      for (const amount of amounts) {
        const box = await amount.boundingBox();
        if (box === null) continue;
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(viewport.width);
      }
      expect(amounts.length).toBeGreaterThan(4);
    });
  });
}

test('a changed figure keeps its position', async ({ page, panel }) => {
  const money = page.getByRole('listitem').filter({ hasText: 'eval-7' }).locator('[data-money]');
  await panel.open(STATES.live);
  const before = await money.boundingBox();
  const list = STATES.live.snapshots['a1']?.vms.value;
  if (!list) throw new Error('the state has no VMs');
  const vms = list.vms.map((vm) => (vm.label === 'eval-7' ? { ...vm, hourlyRate: 1.71 } : vm));
  await panel.become({ ...STATES.live, snapshots: { a1: snapshotOf(vms) } });
  await expect(money).toHaveText('$1.71/h');
  expect(await money.boundingBox()).toEqual(before);
});

test('a long age stays on one line', async ({ page, panel }) => {
  const vm = makeVm(1, { label: 'ancient', startedAt: '1999-01-01T00:00:00Z' });
  const old = makeVm(2, { label: 'old', startedAt: '2001-01-01T00:00:00Z' });
  await panel.open(stateOf({ snapshots: { a1: snapshotOf([vm, old]) } }));
  const row = page.getByRole('listitem').filter({ hasText: 'old' });
  const age = row.locator('.vm-row-time');
  await expect(age).toHaveText(/^\d+ d$/);
  const lines = await age.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
});
