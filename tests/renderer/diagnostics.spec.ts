import { expect, test } from './panel-test.ts';
import { STATES } from './states.ts';

const REQUESTED = { name: 'diagnose', input: undefined };

test('checks when it opens and again on request, and shows the next steps', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.live, { kind: 'about' });
  await page.getByRole('button', { name: 'Diagnostics' }).click();
  await expect(page.getByText('1 failed, 1 warning.')).toBeVisible();
  const service = page.getByRole('listitem').filter({ hasText: 'Failed to reach' });
  await expect(service.getByTitle('Failed')).toBeVisible();
  await expect(service).toContainText('Check your network.');
  expect(await panel.requests()).toEqual([REQUESTED]);

  await panel.hold('diagnose');
  await page.getByRole('button', { name: 'Check again' }).click();
  // The last results stay.
  await expect(service).toContainText('Failed to reach the service.');
  await expect(page.getByRole('button', { name: 'Checking…' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(await panel.requests()).toEqual([REQUESTED, REQUESTED]);
});

test('shows why it could not check, and copies the diagnostics', async ({ page, panel }) => {
  await panel.open(STATES.live, { kind: 'about' });
  const refusal = { kind: 'internalError', message: 'Internal error.', action: 'Try again.' };
  await panel.answer('diagnose', { ok: false, refusal });
  await page.getByRole('button', { name: 'Diagnostics' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Internal error.' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Checking…' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Copy diagnostics' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1);
  expect((await panel.requests()).at(-1)).toEqual({ name: 'copyDiagnostics', input: undefined });
  await page.getByRole('button', { name: 'Copy response format' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(2);
  expect((await panel.requests()).at(-1)).toEqual({ name: 'copyShapes', input: undefined });
});
