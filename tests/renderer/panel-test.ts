import { test as base, type Page } from '@playwright/test';
import type { AppPatch, AppState } from '../../src/shared/app/index.ts';
import { diffAppState } from '../../src/shared/app/index.ts';
import type { Answer, Destination, PanelStart, Screen } from '../../src/shared/ipc/index.ts';
import { type FakeMain, installFakeBridge, type RecordedRequest } from './fake-bridge.ts';
import { NOW } from './make-vm.ts';
import { type ServedPanel, servePanel } from './serve-panel.ts';

declare global {
  /** The other end of the fake bridge, in the page. */
  var fakeMain: FakeMain;
}

/** A panel on a page, and main's side of it. */
export interface PanelUnderTest {
  /** @param screen the one that was open last; by default none was */
  readonly open: (state: AppState | null, screen?: Screen) => Promise<void>;
  /** Main's state became another one; the panel hears of what changed. */
  readonly become: (state: AppState) => Promise<void>;
  readonly answer: (name: string, answer: Answer<unknown>) => Promise<void>;
  /** Requests of that name are never answered from now on. */
  readonly hold: (name: string) => Promise<void>;
  readonly go: (destination: Destination) => Promise<void>;
  /** The screen that the panel reported last. */
  readonly screen: () => Promise<Screen | null>;
  /** What people asked for. */
  readonly requests: () => Promise<readonly RecordedRequest[]>;
  /** How often the panel itself had main look around on the computer. */
  readonly looksAround: () => Promise<number>;
  /** What the page complained of: errors, and violations of the policy. */
  readonly complaints: readonly string[];
}

async function panelOn(page: Page, url: string): Promise<PanelUnderTest> {
  const complaints: string[] = [];
  let now: AppState | null = null;
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.clock.setFixedTime(NOW);
  const asked = () => page.evaluate(() => globalThis.fakeMain.requests);
  return {
    complaints,
    open: async (state, screen) => {
      now = state;
      const begin: PanelStart | null =
        state === null ? null : { app: state, screen: screen ?? null };
      await page.addInitScript(installFakeBridge, begin);
      await page.goto(url);
    },
    become: async (state) => {
      const patch: AppPatch | null = now === null ? null : diffAppState(now, state);
      now = state;
      if (patch !== null) await page.evaluate((sent) => globalThis.fakeMain.patch(sent), patch);
    },
    answer: (name, answer) =>
      page.evaluate(
        ([key, value]) => {
          globalThis.fakeMain.answers[key] = value;
        },
        [name, answer] as const,
      ),
    hold: (name) => page.evaluate((held) => void globalThis.fakeMain.held.push(held), name),
    go: (destination) => page.evaluate((to) => globalThis.fakeMain.go(to), destination),
    screen: () => page.evaluate(() => globalThis.fakeMain.screen),
    requests: async () => (await asked()).filter(({ name }) => name !== 'rescan'),
    looksAround: async () => (await asked()).filter(({ name }) => name === 'rescan').length,
  };
}

/** Specs of the panel: it is served once, and each gets a page of its own. */
export const test = base.extend<{ panel: PanelUnderTest }, { served: ServedPanel }>({
  served: [
    async ({ browserName: _ }, use) => {
      const served = await servePanel();
      await use(served);
      served.close();
    },
    { scope: 'worker' },
  ],
  panel: async ({ page, served }, use) => {
    await use(await panelOn(page, served.url));
  },
});

export { expect } from '@playwright/test';
