import { expect, test } from './panel-test.ts';
import { STATES } from './states.ts';

const BY_URL = { kind: 'signIn', accountId: null, provider: 'rental' } as const;

test('signing in again focuses the API key, and changing the credential keeps the focus', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.signedOut);
  await page.getByRole('button', { name: /^API key rejected/ }).click();
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
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: /Team Blue$/ }).click();
  await page.getByRole('button', { name: /^Team Blue/ }).click();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await page.getByRole('heading', { name: 'Sign in to Team Blue' }).waitFor();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('blue@example.com');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
});

test('shows why a credential was refused', async ({ page, panel }) => {
  const message = 'API key rejected (401).';
  const action = 'Sign in again with a valid key.';
  await panel.open(STATES.signedOut);
  const refusal = { kind: 'unauthorized', message, action } as const;
  await panel.answer('signInWithKey', { ok: false, refusal });
  await page.getByRole('button', { name: /^API key rejected/ }).click();
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

test('says how long the service limits sign-ins with this credential', async ({ page, panel }) => {
  await panel.open(STATES.firstRun, BY_URL);
  await page.getByText('Email and password').click();
  await page.getByLabel('Service URL').fill('https://gpu.example.org');
  await page.getByLabel('Email', { exact: true }).fill('lea@example.com');
  await page.getByLabel('Password', { exact: true }).fill('secret');
  const retryAt = (await page.evaluate(() => Date.now())) + 41_000;
  const message = 'Rate limit reached: Account locked after 5 failed attempts.';
  const refusal = { kind: 'rateLimited', message, action: 'Try again later.', retryAt };
  await panel.answer('signInWithPassword', { ok: false, refusal });
  await page.keyboard.press('Enter');
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByRole('alert')).toContainText(/Retry in \d\d s/);
  await page.keyboard.press('Enter');
  expect(await panel.requests()).toHaveLength(1);
  await page.getByText('API key').first().click();
  await expect(page.getByText(message)).toBeHidden();
});

test('sends no empty key', async ({ page, panel }) => {
  await panel.open(STATES.firstRun, { ...BY_URL, provider: 'runpod' });
  const key = page.getByLabel('API key', { exact: true });
  for (const text of ['', '  ']) {
    await key.fill(text);
    await page.keyboard.press('Enter');
    await expect(page.locator('input:invalid')).toHaveCount(1);
  }
  expect(await panel.requests()).toEqual([]);
});

test('completes the service URL and offers those of the accounts', async ({ page, panel }) => {
  await panel.open(STATES.live, BY_URL);
  const url = page.getByLabel('Service URL');
  await url.fill('gpu.example.org');
  await page.keyboard.press('Tab');
  await expect(url).toHaveValue('https://gpu.example.org');
  expect(await url.evaluate((input: HTMLInputElement) => input.list?.options[0]?.value)).toBe(
    'https://api.example.com',
  );
});

test('accounts are rows, and a click shows the settings of one', async ({ page, panel }) => {
  await panel.open(STATES.twoAccounts, { kind: 'accounts' });
  await expect(page.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('listitem').first()).toContainText('$3.44/h');
  await expect(page.getByLabel('Name')).toHaveCount(0);
  await page.getByRole('button', { name: /^Team Blue/ }).click();
  await page.getByLabel('Name').fill('Research');
  await page.keyboard.press('Enter');
  expect(await panel.requests()).toEqual([
    { name: 'changeAccount', input: { accountId: 'a2', name: 'Research' } },
  ]);
});

test('the credential stays while it is sent, so that its refusal is shown at its field', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.firstRun, BY_URL);
  await page.getByLabel('Service URL').fill('gpu.example.org');
  await page.locator('input[type=password]').fill('key-1');
  await panel.hold('signInWithKey');
  await page.keyboard.press('Enter');
  await page.getByText('Email and password').click();
  const refusal = { kind: 'unauthorized', message: 'API key rejected (401).', action: 'Check it.' };
  await panel.answer('signInWithKey', { ok: false, refusal });
  await panel.release();
  await expect(page.getByLabel('API key').last()).toHaveAccessibleDescription(
    'API key rejected (401). Check it.',
  );
  await expect(page.getByRole('radio', { name: 'API key' })).toBeChecked();
});

for (const [name, state, screen] of [
  ['to an account', STATES.live, { kind: 'signIn', accountId: 'a1' }],
  ['to the first account', STATES.firstRun, BY_URL],
] as const)
  test(`a sign-in ${name} that ends late does not leave the screen opened meanwhile`, async ({
    page,
    panel,
  }) => {
    await panel.open(state, screen);
    await page.getByLabel('Service URL').fill('gpu.example.org');
    await page.locator('input[type=password]').fill('key-1');
    await panel.hold('signInWithKey');
    await page.keyboard.press('Enter');
    await panel.go({ kind: 'settings' });
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await panel.release();
    await expect.poll(panel.screen).toEqual({ kind: 'settings' });
  });

test('the provider is chosen first, that of the newest account on top', async ({ page, panel }) => {
  const choices = page.getByRole('list', { name: 'Where do you rent?' }).getByRole('button');
  await panel.open(STATES.firstRun);
  await expect(choices).toHaveText([
    ...['RunPod', 'Vast.ai', 'Lambda', 'GPU rental service (by URL)'],
  ]);
  await choices.first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to RunPod' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: 'GPU Tray' })).toBeVisible();
  await panel.open(STATES.live, { kind: 'accounts' });
  await page.getByRole('button', { name: 'Add an account' }).click();
  await expect(choices).toHaveText([
    ...['GPU rental service (by URL)', 'RunPod', 'Vast.ai', 'Lambda'],
  ]);
});

test('a provider with an address asks for its key alone, and leads to where keys are made', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.firstRun);
  await page.getByRole('button', { name: 'RunPod' }).click();
  await expect(page.getByLabel('API key')).toBeFocused();
  await expect(page.locator('input')).toHaveCount(1);
  await expect(page.getByRole('radio')).toHaveCount(0);
  await page.getByRole('button', { name: 'Get a key ↗' }).click();
  await page.getByLabel('API key').fill('key-1');
  await page.keyboard.press('Enter');
  await expect.poll(panel.screen).toEqual({ kind: 'vms' });
  expect(await panel.requests()).toEqual([
    { name: 'openKeysPage', input: { provider: 'runpod' } },
    {
      name: 'signInWithKey',
      input: {
        provider: 'runpod',
        baseUrl: 'https://api.runpod.io',
        key: 'key-1',
        accountId: null,
      },
    },
  ]);
});

test('signing in again at a provider asks for the key alone, and keeps its address', async ({
  page,
  panel,
}) => {
  const accounts = STATES.live.accounts.map((account) => ({
    ...account,
    provider: 'runpod' as const,
  }));
  await panel.open({ ...STATES.live, accounts }, { kind: 'accounts' });
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await expect(page.getByLabel('API key')).toBeFocused();
  await expect(page.getByLabel('Service URL')).toHaveCount(0);
  await page.getByLabel('API key').fill('key-2');
  await page.keyboard.press('Enter');
  const [account] = accounts;
  await expect
    .poll(async () => (await panel.requests()).at(-1)?.input)
    .toEqual({
      provider: 'runpod',
      // Also where it is not the address of the provider.
      baseUrl: account?.baseUrl,
      key: 'key-2',
      accountId: account?.id,
    });
});
