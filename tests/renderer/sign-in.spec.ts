import { expect, test } from './panel-test.ts';
import { STATES, stateOf } from './states.ts';

test('signing in again focuses the API key, and changing the credential keeps the focus', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.signedOut);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in to lea@example.com' }).waitFor();
  await expect(page.locator('input[type=password]')).toBeFocused();
  await page.getByRole('radio', { name: 'API key' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Email and password' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: 'API key' })).toBeFocused();
});

test('signing in again with email and password focuses the password', async ({ page, panel }) => {
  await panel.open(STATES.twoAccounts);
  await page.getByRole('button', { name: /^Accounts/ }).click();
  await page.getByRole('button', { name: 'Sign in again' }).last().click();
  await page.getByRole('heading', { name: 'Sign in to Team Blue' }).waitFor();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('blue@example.com');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
});

test('shows why a credential was refused', async ({ page, panel }) => {
  const message = 'API key rejected (401).';
  const action = 'Check the key, or sign in with another one.';
  await panel.open(STATES.signedOut);
  const refusal = { kind: 'unauthorized', message, action } as const;
  await panel.answer('signInWithKey', { ok: false, refusal });
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('input[type=password]').fill('key-1');
  await page.keyboard.press('Enter');
  const key = page.getByLabel('API key').last();
  await expect(key).toBeFocused();
  await expect(key).toHaveAttribute('aria-invalid', 'true');
  await expect(key).toHaveAccessibleDescription(`${message} ${action}`);
  await panel.hold('signInWithKey');
  await page.keyboard.press('Enter');
  await expect(page.getByText(message)).toBeHidden();
});

test('completes the service URL and offers earlier ones', async ({ page, panel }) => {
  const earlier = 'https://api.example.com';
  await panel.open(stateOf({ accounts: [], snapshots: {}, serviceUrls: [earlier] }));
  const url = page.getByLabel('Service URL');
  await url.fill('gpu.example.org');
  await page.keyboard.press('Tab');
  await expect(url).toHaveValue('https://gpu.example.org');
  expect(await url.evaluate((input: HTMLInputElement) => input.list?.options[0]?.value)).toBe(
    earlier,
  );
});

test('an account is named and colored on its card', async ({ page, panel }) => {
  await panel.open(STATES.twoAccounts, { kind: 'accounts' });
  await expect(page.getByRole('listitem').first()).toContainText('$3.44/h');
  await page.getByLabel('Name').last().fill('Research');
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'Pink' }).last().click({ force: true });
  expect(await panel.requests()).toEqual([
    { name: 'changeAccount', input: { accountId: 'a2', name: 'Research' } },
    { name: 'changeAccount', input: { accountId: 'a2', color: 'pink' } },
  ]);
});
