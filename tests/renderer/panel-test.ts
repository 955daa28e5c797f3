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
  /** Sends this state and screen to the open document, as at a start. */
  readonly restart: (state: AppState, screen: Screen) => Promise<void>;
  /** Sends the patch from the current state to this one. */
  readonly become: (state: AppState) => Promise<void>;
  readonly answer: (name: string, answer: Answer<unknown>) => Promise<void>;
  /** Leaves further requests of this name unanswered. */
  readonly hold: (name: string) => Promise<void>;
  readonly go: (destination: Destination) => Promise<void>;
  /** The screen that the panel reported last. */
  readonly screen: () => Promise<Screen | null>;
  /** Requests without `rescan`. */
  readonly requests: () => Promise<readonly RecordedRequest[]>;
  /** Number of `rescan` requests. */
  readonly rescans: () => Promise<number>;
  /** Errors on the page's console, such as violations of the content security policy. */
  readonly errors: readonly string[];
}

/** Controls the panel on a page, which opens it at this address. */
export async function panelOn(page: Page, url: string): Promise<PanelUnderTest> {
  const errors: string[] = [];
  let now: AppState | null = null;
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.clock.setFixedTime(NOW);
  const allRequests = () => page.evaluate(() => globalThis.fakeMain.requests);
  return {
    errors,
    open: async (state, screen) => {
      now = state;
      const begin: PanelStart | null =
        state === null ? null : { app: state, screen: screen ?? null };
      await page.addInitScript(installFakeBridge, begin);
      await page.goto(url);
    },
    restart: async (state, screen) => {
      now = state;
      await page.evaluate((begin) => globalThis.fakeMain.start(begin), { app: state, screen });
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
    requests: async () => (await allRequests()).filter(({ name }) => name !== 'rescan'),
    rescans: async () => (await allRequests()).filter(({ name }) => name === 'rescan').length,
  };
}

/** Serves the panel once per worker; each spec gets its own page. */
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
