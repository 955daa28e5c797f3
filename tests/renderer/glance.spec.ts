import type { Locator, Page } from '@playwright/test';
import type { Vm } from '../../src/shared/domain/vm.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import { NO_ACTIVITY } from '../../src/shared/vms/vm-activity.ts';
import { HOUR, makeVm, NOW } from './make-vm.ts';
import { snapshotOf, stateOf } from './one-account.ts';
import { expect, test } from './panel-test.ts';
import { STATES } from './states.ts';

const hoursAgo = (hours: number) => new Date(NOW - hours * HOUR).toISOString();

const hour = { startedAt: null, stoppedAt: hoursAgo(0.5) };
/** Billed without use: the dearest first. */
const wasted = [1.59, 3.19, 0.9, 0.8, 0.7].map((perHour, index) =>
  makeVm(index, { label: `frozen-${index}`, perHour, isFrozen: true }),
);
const off = ['vllm-prod', 'whisper-asr', 'edge-9'].map((label, index) =>
  makeVm(10 + index, {
    ...{ label, status: index % 2 === 0 ? 'interrupted' : 'offline' },
    ...{ disk: 0.2 - index / 100, ...hour },
  }),
);
const running = Array.from({ length: 8 }, (_, index) =>
  makeVm(20 + index, { label: `job-${index}`, perHour: 3.19 - index / 4 }),
);
const crashed = makeVm(40, { ...{ label: 'old-crash', status: 'failed' }, ...hour });
const stopped = makeVm(41, { label: 'old-run', status: 'stopped', disk: 0.02 });

const withVms = (vms: readonly Vm[]): AppState => stateOf({ snapshots: { a1: snapshotOf(vms) } });
const FLEET = withVms([crashed, stopped, ...running, ...wasted, ...off]);

const rows = (page: Page) => page.locator('li[data-vm]');
const names = (page: Page) =>
  rows(page).evaluateAll((list) =>
    list
      .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
      .map((row) => row.querySelector('.vm-row-name')?.textContent),
  );
const heightOf = async (one: Locator) => (await one.boundingBox())?.height;

test('at 400 × 600, at least 8 rows are whole, the first three by money at stake', async ({
  page,
  panel,
}) => {
  await panel.open(FLEET);
  await rows(page).first().waitFor();
  const whole = await page.getByRole('list', { name: 'VMs' }).evaluate((list) => {
    const bottom = list.parentElement?.getBoundingClientRect().bottom ?? 0;
    const shown = [...list.querySelectorAll('li[data-vm]')];
    return shown.filter((row) => row.getBoundingClientRect().bottom <= bottom).length;
  });
  expect(whole).toBeGreaterThanOrEqual(8);
  const first = ['frozen-1', 'frozen-0', 'frozen-2', 'job-0'];
  expect((await names(page)).slice(0, 4)).toEqual(first);
  expect(await heightOf(page.getByRole('banner').or(page.locator('main > header')))).toBe(88);
  const row = (name: string) => rows(page).filter({ hasText: name });
  expect(await heightOf(row('frozen-1'))).toBe(32);
  expect(await heightOf(row('job-0'))).toBe(44);
  const heading = page.getByRole('button', { name: /^Idle or stuck · 5 · \$7\.18/ });
  expect(await heightOf(heading)).toBe(24);
});

test('all amounts of header and rows have one right edge', async ({ page, panel }) => {
  await panel.open(FLEET);
  await rows(page).first().waitFor();
  const edges = await page
    .locator('dd [data-money], [data-row] [data-money]')
    .evaluateAll((amounts) => amounts.map((one) => Math.round(one.getBoundingClientRect().right)));
  expect(edges.length).toBeGreaterThan(9);
  expect(new Set(edges).size).toBe(1);
});

test('while VMs run, the idle and stuck VMs beyond three are shown on demand', async ({
  page,
  panel,
}) => {
  await panel.open(FLEET);
  const more = page.getByRole('button', { name: /^2 more · \$1\.50/ });
  await more.press('Enter');
  await expect(page.getByText('frozen-4')).toBeVisible();
  await expect(more).toBeFocused();
  await more.press('Enter');
  await expect(page.getByText('frozen-4')).toHaveCount(0);
  await page.keyboard.press('/');
  await page.keyboard.type('frozen');
  await expect(rows(page)).toHaveCount(5);
  await page.keyboard.press('Escape');
  await panel.become(withVms(wasted));
  await expect(rows(page)).toHaveCount(5);
  await expect(more).toHaveCount(0);
});

test('what is off is last and closed beside others, and open where it is alone', async ({
  page,
  panel,
}) => {
  await panel.open(withVms([crashed, stopped, ...off, ...running.slice(0, 2)]));
  const heading = page.getByRole('button', { name: /^Off · 5/ });
  await expect(heading).toHaveAttribute('aria-expanded', 'false');
  expect(await names(page)).toEqual(['job-0', 'job-1']);
  await heading.click();
  const rest = ['vllm-prod', 'whisper-asr', 'edge-9', 'old-run', 'old-crash'];
  expect(await names(page)).toEqual(['job-0', 'job-1', ...rest]);
  await panel.open(withVms([stopped, crashed]));
  await expect(rows(page)).toHaveCount(2);
});

test('a rate above the limit is red, and the rate in the details has 20 px', async ({
  page,
  panel,
}) => {
  await panel.open(FLEET);
  const rate = page.getByRole('heading', { level: 1 }).locator('[data-money]');
  await expect(rate).toHaveCSS('color', 'rgb(161, 29, 22)');
  await page.getByText('job-0').click();
  const first = page.getByRole('main').locator('[data-money]').first();
  await expect(first).toHaveCSS('font-size', '20px');
});

test('short of width, the meter goes first, then memory, then the running time', async ({
  page,
  panel,
}) => {
  const [vm] = running;
  if (vm === undefined) throw new Error('no running VM');
  const autoStop = { accountId: 'a1', vmId: vm.id, name: 'job-0', vmLimit: null } as const;
  const limit = { kind: 'spend', amount: 25, since: NOW } as const;
  await panel.open({
    ...withVms([vm]),
    autoStops: { [`a1/${vm.id}`]: { ...autoStop, kind: 'stop', limit } },
  });
  const row = rows(page).first();
  await expect(row).toContainText('ready');
  const shows = async (width: number, meters: number, text: RegExp) => {
    await page.setViewportSize({ width, height: 600 });
    await expect(row.locator('.meter')).toHaveCount(meters);
    await expect(row.locator('.vm-row-detail')).toHaveText(text);
    const isCut = (state: Element) => state.scrollWidth > state.clientWidth;
    // The whole line where it is one text.
    const end = row.locator('.vm-row-detail, .vm-row-state').last();
    expect(await end.evaluate(isCut)).toBe(false);
  };
  await shows(700, 1, /^1 × 4090 · 1 h · 40% cpu {2}30% ram.*\$25.* · ready/);
  await shows(480, 0, /^1 × 4090 · 1 h · 40% cpu {2}30% ram.*\$25.* · ready/);
  await shows(440, 0, /^1 × 4090 · 1 h · 40% cpu[^%]*\$25.* · ready/);
  await shows(320, 0, /^1 × 4090[^%h]*\$25.* · ready/);
});

test('muted and idle VMs have a mark', async ({ page, panel }) => {
  const [vm, other] = running;
  if (vm === undefined || other === undefined) throw new Error('no running VMs');
  const key = `a1/${vm.id}`;
  const idle = { ...vm, cpuPercent: 0, ramPercent: 1 };
  const state = withVms([idle, other]);
  const times = { ...NO_ACTIVITY, lowSince: NOW - 2 * HOUR };
  await panel.open({
    ...state,
    preferences: { ...state.preferences, mutedVms: [key] },
    vmActivity: { [key]: times },
  });
  const [marked, plain] = [rows(page).first(), rows(page).last()];
  await expect(marked.getByText('idle 1 h, CPU 0 %')).toHaveCSS('color', 'rgb(122, 67, 0)');
  await expect(marked.getByTitle('Alerts muted')).toBeVisible();
  await expect(plain.getByTitle('Alerts muted')).toHaveCount(0);
  const markOf = (row: Locator) => row.locator('svg[role="img"] path').first().getAttribute('d');
  expect(await markOf(marked)).not.toBe(await markOf(plain));
});

test('rows that are out of date lose their color', async ({ page, panel }) => {
  const state = withVms([...wasted, ...running]);
  const stale = snapshotOf([...wasted, ...running], { kind: 'timeout', seconds: 30 });
  await panel.open({ ...state, snapshots: { a1: stale } });
  const row = rows(page).first();
  for (const part of [row.locator('.vm-row-state'), row.locator('svg[role="img"]')])
    await expect(part).toHaveCSS('color', 'rgb(82, 82, 78)');
  await panel.open(STATES.attention);
  await expect(row.locator('.vm-row-state')).toHaveCSS('color', 'rgb(122, 67, 0)');
});
