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
  await expect(button).toHaveCSS('font-size', '0px');
  await page.getByText('eval-7').hover();
  await expect(button).toHaveCSS('font-size', '13px');
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
