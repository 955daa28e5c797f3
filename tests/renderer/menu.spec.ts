import type { Page } from '@playwright/test';
import { expect, test } from './panel-test.ts';
import { STATES } from './states.ts';

const focused = (page: Page) => page.locator(':focus');
const items = (page: Page) => page.getByRole('menuitem');

test('the menu code is loaded with the first menu, under the content security policy', async ({
  page,
  panel,
}) => {
  const scripts: string[] = [];
  page.on('response', (response) => scripts.push(response.url()));
  await panel.load(STATES.alertOpen);
  await page.getByText('eval-7').waitFor();
  expect(scripts.filter((url) => url.includes('popup-menu'))).toEqual([]);
  await page.getByRole('button', { name: 'Snooze' }).click();
  await expect(items(page)).toHaveCount(2);
  expect(scripts.filter((url) => url.includes('popup-menu'))).toHaveLength(1);
  await page.keyboard.press('Escape');
  expect(panel.errors).toEqual([]);
});

test('arrows, Home, End and typeahead move through a menu; Esc closes it and returns the focus', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.alertOpen);
  const button = page.getByRole('button', { name: 'Snooze' });
  await button.press('Enter');
  await expect(focused(page)).toHaveText('1 hour');
  await page.keyboard.press('ArrowDown');
  await expect(focused(page)).toHaveText('Until tomorrow');
  await page.keyboard.press('ArrowDown');
  await expect(focused(page)).toHaveText('1 hour');
  await page.keyboard.press('End');
  await expect(focused(page)).toHaveText('Until tomorrow');
  await page.keyboard.press('1');
  await expect(focused(page)).toHaveText('1 hour');
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await expect(focused(page)).toHaveText('1 hour');
  await page.keyboard.press('Escape');
  await expect(items(page)).toHaveCount(0);
  await expect(button).toBeFocused();
  // Now its code is loaded before the key.
  await button.press('Enter');
  await expect(focused(page)).toHaveText('1 hour');
  await page.keyboard.press('Escape');
  expect(await panel.requests()).toEqual([]);
});

test('a click outside closes a menu and chooses nothing', async ({ page, panel }) => {
  await panel.open(STATES.alertOpen);
  await page.getByRole('button', { name: 'Snooze' }).click();
  await expect(items(page).first()).toBeVisible();
  await page.mouse.click(20, 400);
  await expect(items(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Snooze' })).toBeFocused();
  expect(await panel.requests()).toEqual([]);
});

test('the row menu opens by key, has the keys to itself and returns the focus to its row', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.live);
  await page.getByText('eval-7').waitFor();
  await page.keyboard.press('ArrowDown');
  const row = page.locator('[data-row]:focus');
  await expect(row).toContainText('eval-7');
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu', { name: 'Actions for eval-7' })).toBeVisible();
  await expect(focused(page)).toHaveText('Copy SSH command');
  // Typeahead, not the shortcuts for "open terminal" and "refresh".
  await page.keyboard.press('o');
  await expect(focused(page)).toHaveText('Open in terminal');
  await page.keyboard.press('Escape');
  await expect(row).toContainText('eval-7');
  expect(await panel.requests()).toEqual([]);
});

test('a row under the pointer shows a button that opens the same menu', async ({ page, panel }) => {
  await panel.open(STATES.live);
  const button = page.getByRole('button', { name: 'Actions for eval-7' });
  await expect(button).toHaveCSS('opacity', '0');
  await page.getByText('eval-7').hover();
  await expect(button).toHaveCSS('opacity', '1');
  await button.click();
  await expect(page.getByRole('menu', { name: 'Actions for eval-7' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});

test('an item that opens a screen moves the focus there', async ({ page, panel }) => {
  await panel.open(STATES.live);
  await page.getByText('eval-7').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Details' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'eval-7' })).toBeFocused();
});

test('a row menu stays inside the window', async ({ page, panel }) => {
  await page.setViewportSize({ width: 320, height: 480 });
  await panel.open(STATES.live);
  const row = page.getByRole('listitem').filter({ hasText: 'sd-webui' });
  const box = await row.boundingBox();
  await row.click({ button: 'right', position: { x: (box?.width ?? 0) - 60, y: 10 } });
  await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
});

test('an open Snooze menu is never that of another alert', async ({ page, panel }) => {
  const [alert] = STATES.alertOpen.alerts;
  if (alert === undefined) throw new Error('the state has no alert');
  await panel.open(STATES.alertOpen);
  await page.getByRole('button', { name: 'Snooze' }).press('Enter');
  await expect(items(page)).toHaveCount(2);
  const other = { ...alert, id: 'alert-2', limit: 2 };
  await panel.become({ ...STATES.alertOpen, alerts: [other] });
  await expect(page.getByText(', limit $2')).toBeVisible();
  await expect(items(page)).toHaveCount(0);
});
