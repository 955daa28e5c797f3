import type { Page } from '@playwright/test';
import type { Preferences } from '../../src/shared/settings/preferences.ts';
import { stateOf } from './one-account.ts';
import { expect, type PanelUnderTest, refused, test } from './panel-test.ts';
import { STATES } from './states.ts';

async function openSettings(page: Page, panel: PanelUnderTest, preferences = {}): Promise<void> {
  await panel.open(stateOf({ snapshots: STATES.live.snapshots, preferences }));
  await page.getByText('eval-7').waitFor();
  await page.keyboard.press(',');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
}

const change = (input: Partial<Preferences>) => ({ name: 'changePreferences', input });

for (const [label, option, input] of [
  ['Refresh', 'Every 2 minutes', { idleSeconds: 120 }],
  ['Refresh', 'Every minute', { idleSeconds: 60 }],
  ['Theme', 'Dark', { theme: 'dark' }],
] as const) {
  test(`${label}: ${option}`, async ({ page, panel }) => {
    await openSettings(page, panel);
    await page.getByLabel(label).selectOption(option);
    expect(await panel.requests()).toEqual([change(input)]);
  });
}

for (const autostart of [false, true])
  test(`the start at login toggles from ${autostart}`, async ({ page, panel }) => {
    await openSettings(page, panel, { autostart });
    const box = page.getByLabel('Start when I log in');
    await expect(box).toBeChecked({ checked: autostart });
    await box.click();
    expect(await panel.requests()).toEqual([change({ autostart: !autostart })]);
  });

test('a refused autostart shows the reason and leaves the switch unchanged', async ({
  page,
  panel,
}) => {
  await openSettings(page, panel);
  const refusal = {
    kind: 'failed',
    message: 'GPU Tray could not be added to the login items.',
    action: 'Add it in the system settings.',
  } as const;
  await panel.answer('changePreferences', { ok: false, refusal });
  await page.getByLabel('Start when I log in').click();
  await expect(page.getByRole('alert')).toContainText(refusal.message);
  await expect(page.getByRole('alert')).toContainText(refusal.action);
  await expect(page.getByLabel('Start when I log in')).not.toBeChecked();
});

test('what is typed stays when an earlier text was saved', async ({ page, panel }) => {
  await openSettings(page, panel);
  const folder = page.getByLabel('Folder for editors');
  await panel.hold('changePreferences');
  await folder.fill('/d');
  await page.keyboard.press('Enter');
  await page.keyboard.type('ata');
  await panel.become(
    stateOf({ snapshots: STATES.live.snapshots, preferences: { remoteFolder: '/d' } }),
  );
  await panel.release();
  await expect(folder).toHaveValue('/data');
  await page.keyboard.press('Tab');
  expect(await panel.requests()).toEqual([
    change({ remoteFolder: '/d' }),
    change({ remoteFolder: '/data' }),
  ]);
});

test('a global shortcut is recorded, shown and turned off', async ({ page, panel }) => {
  await openSettings(page, panel);
  const field = page.getByLabel('Global shortcut', { exact: true });
  await expect(field).toHaveAttribute('placeholder', 'Off');
  // Copied, closed: as in any field.
  for (const key of ['g', 'Control+A', 'Control+C', 'Alt+F4']) await field.press(key);
  await field.press('Control+Shift+G');
  expect(await panel.requests()).toEqual([change({ shortcut: 'Ctrl+Shift+G' })]);

  const { snapshots } = STATES.live;
  await panel.become(stateOf({ snapshots, preferences: { shortcut: 'Ctrl+Shift+G' } }));
  await expect(field).toHaveValue('Ctrl+Shift+G');
  await page.getByRole('button', { name: 'Turn off the global shortcut' }).click();
  expect((await panel.requests()).at(-1)).toEqual(change({ shortcut: null }));
});

test('the settings lead to the accounts, the shortcuts and the version', async ({
  page,
  panel,
}) => {
  await openSettings(page, panel);
  await expect.poll(panel.rescans).toBe(1);
  for (const [button, heading] of [
    ['example', 'Account'],
    ['Keyboard shortcuts', 'Keyboard shortcuts'],
    ['About', 'About'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    if (heading !== 'About') await page.keyboard.press('Escape');
  }
  await expect(page.getByText('GPU Tray 0.1.0')).toBeVisible();
  await page.getByText('Licenses').click();
  await page.getByText('zustand').click();
  await expect(page.getByText('Permission is hereby').filter({ visible: true })).toHaveCount(1);
});

test('a refusal that comes as the moment after a success ends is shown', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.live, { kind: 'settings' });
  const toggle = page.getByRole('switch').first();
  await panel.hold('changePreferences');
  await toggle.click();
  await page.evaluate(() => {
    globalThis.fakeMain.held.length = 0;
    const { setTimeout } = globalThis;
    const capture = (end: () => void, ms: number) => {
      if (ms !== 1_500) return setTimeout(end, ms);
      return Object.assign(globalThis, { end, setTimeout });
    };
    Object.assign(globalThis, { setTimeout: capture });
  });
  await toggle.click();
  await page.waitForFunction(() => 'end' in globalThis);
  await panel.answer('changePreferences', refused('Not now.'));
  await page.evaluate(async () => {
    globalThis.fakeMain.release();
    for (let step = 0; step < 20; step += 1) await null;
    Reflect.get(globalThis, 'end')();
    Reflect.deleteProperty(globalThis, 'end');
  });
  await expect(page.getByText('Not now.')).toBeVisible();
});
