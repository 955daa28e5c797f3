import { type Browser, chromium, type Page } from '@playwright/test';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Destination } from '../../src/shared/ipc/bridge.ts';
import { ANY_OFFER } from '../../src/shared/offers/offer-filter.ts';
import { CHROMIUM } from '../chromium.ts';
import { answersArb, shown } from '../contract/answers.ts';
import { newPanelPage, type PanelUnderTest, panelOn } from '../renderer/panel-test.ts';
import { type ServedPanel, servePanel } from '../renderer/serve-panel.ts';
import { APP, ensureBuilt } from './ensure-built.ts';

// The built panel with random answers that fit docs/openapi.yaml.

let browser: Browser;
let served: ServedPanel;
let page: Page;
let panel: PanelUnderTest;
beforeAll(async () => {
  ensureBuilt(APP);
  [browser, served] = await Promise.all([chromium.launch(CHROMIUM), servePanel()]);
  page = await newPanelPage(await browser.newContext());
  page.setDefaultTimeout(15_000);
  panel = await panelOn(page, served.url);
});
afterAll(async () => {
  await browser.close();
  served.close();
});

async function expectShown(name: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor();
  const text = await page.locator('body').innerText();
  expect(text).not.toMatch(/The panel crashed|NaN|undefined|\[object/);
}

test('every screen shows every answer', async () => {
  await fc.assert(
    fc.asyncProperty(answersArb, async (answers) => {
      const { state, usage, offers } = await shown(answers);
      const [vm] = state.snapshots['main']?.vms.value?.vms ?? [];
      const screens: readonly (readonly [Destination, heading: string | RegExp])[] = [
        ...(vm === undefined
          ? []
          : [[{ kind: 'vm', accountId: 'main', vmId: vm.id }, /^(?!Usage$)/] as const]),
        [{ kind: 'launch', accountId: 'main' }, 'Launch a VM'],
        [{ kind: 'alerts' }, 'Alerts'],
      ];
      const preferences = { ...state.preferences, hourlyRate: { isOn: true, limit: 3 } };
      await panel.open({ ...state, preferences });
      await panel.answer('readUsage', { ok: true, value: usage });
      const refusal = { kind: 'incompatible', message: 'Unexpected response.', action: '' };
      const found = offers?.map((offer) => ({ ...offer, account: null })) ?? [];
      const report = { isComplete: true, problems: [], filter: ANY_OFFER, at: 0, offers: found };
      await panel.answer(
        'readCloudOffers',
        offers === null ? { ok: false, refusal } : { ok: true, value: report },
      );
      await expectShown(/Spending now/);
      const showUsage = page.getByRole('button', { name: /Show usage/ });
      await showUsage.first().click();
      await expectShown('Usage');
      for (const [screen, heading] of screens) {
        await panel.go(screen);
        await expectShown(heading);
      }
      expect(panel.errors).toEqual([]);
    }),
    { numRuns: 6 },
  );
});
