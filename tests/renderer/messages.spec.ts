import type { Page } from '@playwright/test';
import type { MessageDestination, MessagesSlice } from '../../src/shared/messages/messages.ts';
import { expect, type PanelUnderTest, test } from './panel-test.ts';
import { STATES } from './states.ts';

const PHONE: MessageDestination = {
  id: 'd1',
  kind: 'ntfy',
  host: 'ntfy.sh',
  topics: ['money', 'data'],
};

async function open(page: Page, panel: PanelUnderTest, slice: Partial<MessagesSlice> = {}) {
  await panel.open({ ...STATES.live, ...slice }, { kind: 'alerts' });
  await page.getByText('Rules', { exact: true }).click();
  return page.locator('section', { has: page.getByRole('heading', { name: 'Also send to' }) });
}

for (const [kind, fields, address] of [
  [
    'ntfy',
    { Topic: 'gpus', 'Access token': 'tk_1' },
    { kind: 'ntfy', url: 'https://ntfy.sh', topic: 'gpus', token: 'tk_1' },
  ],
  [
    'Slack',
    { 'Webhook URL': 'https://hooks.slack.com/services/1' },
    { kind: 'slack', url: 'https://hooks.slack.com/services/1' },
  ],
  [
    'Any URL',
    { URL: 'https://example.com/x', Header: 'X-Key', 'Value of the header': 'k' },
    { kind: 'url', url: 'https://example.com/x', headerName: 'X-Key', headerValue: 'k' },
  ],
] as const)
  test(`${kind} is added with what it needs, its secrets masked`, async ({ page, panel }) => {
    const section = await open(page, panel);
    await section.getByRole('button', { name: 'Add…' }).click();
    await section.getByRole('combobox').selectOption(kind);
    for (const [label, text] of Object.entries(fields)) {
      const field = section.getByLabel(label, { exact: true });
      await field.fill(text);
      if (label !== 'Header') await expect(field).toHaveAttribute('type', 'password');
    }
    await panel.answer('addDestination', { ok: true, value: { id: 'd1' } });
    await section.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(section.getByRole('button', { name: 'Add…' })).toBeVisible();
    expect(await panel.requests()).toEqual([
      { name: 'addDestination', input: { address, topics: ['money', 'data'] } },
    ]);
  });

test('a refused address stays in the form, with the reason', async ({ page, panel }) => {
  const section = await open(page, panel);
  const refusal = {
    kind: 'invalid' as const,
    message: 'Enter a full address.',
    action: 'Correct it.',
  };
  await panel.answer('addDestination', { ok: false, refusal });
  await section.getByRole('button', { name: 'Add…' }).click();
  await section.getByLabel('Topic').fill('gpus');
  await page.keyboard.press('Enter');
  await expect(section.getByRole('alert').filter({ hasText: 'Enter a full' })).toBeVisible();
  await expect(section.getByLabel('Topic')).toHaveValue('gpus');
});

test('a destination says what waits and why, is tested, changed and removed', async ({
  page,
  panel,
}) => {
  const problem = 'ntfy.sh answered 507. Disk full.';
  const deliveries = { d1: { waiting: 3, problem } };
  const section = await open(page, panel, { destinations: [PHONE], deliveries });
  await expect(section.getByText(`3 messages waiting to be sent. ${problem}`)).toBeVisible();
  await section.getByRole('checkbox', { name: 'VM changes' }).click();
  await section.getByRole('button', { name: 'Send a test message' }).click();
  await expect(section.getByRole('status')).toHaveText('Test sent to ntfy.sh.');
  await section.getByRole('button', { name: 'Remove' }).click();
  expect(await panel.requests()).toEqual([
    { name: 'changeDestination', input: { id: 'd1', topics: ['money', 'data', 'vm'] } },
    { name: 'testDestination', input: { id: 'd1' } },
    { name: 'removeDestination', input: { id: 'd1' } },
  ]);
});
