import type { Page } from '@playwright/test';
import type { AppState } from '../../src/shared/app/index.ts';
import { expect, type PanelUnderTest, test } from './panel-test.ts';
import { STATES, stateOf } from './states.ts';

const OWN = stateOf({ snapshots: STATES.live.snapshots, preferences: { terminal: 'own' } });
const HINT = 'Confirm it in the window that has opened.';
const DECLINED = {
  kind: 'declined',
  message: 'You did not allow it, so nothing was changed.',
  action: 'Change the text to be asked again.',
};

async function openSettings(page: Page, panel: PanelUnderTest, state: AppState): Promise<void> {
  await panel.open(state);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await panel.go({ kind: 'settings' });
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
}

for (const [label, request, text] of [
  ['Terminal command', 'changePreferences', 'foot {command}'],
  ['Further options', 'changeLogin', 'ProxyCommand nc %h %p'],
] as const) {
  test.describe(label, () => {
    test('waits visibly while main asks, and only where something was set', async ({
      page,
      panel,
    }) => {
      await openSettings(page, panel, OWN);
      await panel.hold(request);
      const field = page.getByLabel(label);
      await field.fill(text);
      await field.blur();
      await expect(page.getByText(HINT)).toHaveCount(0);
      await panel.become({ ...OWN, isAsking: true });
      await expect(page.getByText(HINT)).toHaveCount(1);
      await expect(field).toHaveAccessibleDescription(HINT);

      // The box of the question takes the keyboard from the field, once more.
      await field.focus();
      await field.blur();
      expect(await panel.requests()).toHaveLength(1);
      await panel.become({ ...OWN, isAsking: false });
      await expect(page.getByText(HINT)).toHaveCount(0);
    });

    test('declined, it says so, keeps the text, and asks again only for what is typed', async ({
      page,
      panel,
    }) => {
      await openSettings(page, panel, OWN);
      await panel.answer(request, { ok: false, refusal: DECLINED });
      const field = page.getByLabel(label);
      await field.fill(text);
      await field.blur();
      await expect(page.getByRole('alert').filter({ hasText: DECLINED.message })).toContainText(
        DECLINED.action,
      );
      await field.focus();
      await field.blur();
      await expect(field).toHaveValue(text);
      expect(await panel.requests()).toHaveLength(1);
      await field.fill(`${text} 2`);
      await field.fill(text);
      await field.blur();
      await expect.poll(() => panel.requests()).toHaveLength(2);
    });

    test('refused for another reason, leaving the field tries again', async ({ page, panel }) => {
      await openSettings(page, panel, OWN);
      await panel.answer(request, { ok: false, refusal: { ...DECLINED, kind: 'unwritable' } });
      const field = page.getByLabel(label);
      await field.fill(text);
      await field.blur();
      await expect(page.getByRole('alert').filter({ hasText: DECLINED.message })).toBeVisible();
      await panel.answer(request, { ok: true, value: undefined });
      await field.focus();
      await field.blur();
      await expect(page.getByRole('alert').filter({ hasText: DECLINED.message })).toHaveCount(0);
      expect(await panel.requests()).toHaveLength(2);
    });
  });
}

test('what is against the terminal command is told at its field', async ({ page, panel }) => {
  const unreadable = {
    kind: 'invalid',
    message: 'A quote is not closed.',
    action: 'Close it and try again.',
  };
  await openSettings(page, panel, OWN);
  await panel.answer('changePreferences', { ok: false, refusal: unreadable });
  const field = page.getByLabel('Terminal command');
  await field.fill('foot "x {command}');
  await field.blur();
  const told = page.getByRole('alert').filter({ hasText: unreadable.message });
  await expect(told).toHaveCount(1);
  const bottomOf = async (box: typeof told) => {
    const { y, height } = (await box.boundingBox()) ?? { y: 0, height: 0 };
    return y + height;
  };
  const folder = await page.getByText('Folder for editors').boundingBox();
  expect(await bottomOf(told)).toBeGreaterThan(await bottomOf(field));
  expect(await bottomOf(told)).toBeLessThanOrEqual(folder?.y ?? 0);
});
