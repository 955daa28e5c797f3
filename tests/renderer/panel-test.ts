import { type BrowserContext, test as base, type Page } from '@playwright/test';
import type { Answer, Destination, PanelStart } from '../../src/shared/ipc/bridge.ts';
import type { Screen } from '../../src/shared/ipc/contract.ts';
import { type AppPatch, type AppState, diffAppState } from '../../src/shared/state/index.ts';
import { withWaste } from '../../src/shared/state/with-waste.ts';
import { type FakeMain, installFakeBridge, type RecordedRequest } from './fake-bridge.ts';
import { NOW } from './make-vm.ts';
import { collectStores, restartPanel } from './restart-panel.ts';
import { type ServedPanel, servePanel } from './serve-panel.ts';

declare global {
  /** The other end of the fake bridge, in the page. */
  var fakeMain: FakeMain;
}

const USUAL_MEDIA = {
  colorScheme: 'light',
  contrast: 'no-preference',
  forcedColors: 'none',
} as const;

export const ACCEPTED: Answer<void> = { ok: true, value: undefined };

/** Main's answer to what was typed. */
export const refused = (message: string): Answer<never> => ({
  ok: false,
  refusal: { kind: 'invalid', message, action: '' },
});

/** A panel on a page, and main's side of it. */
export interface PanelUnderTest {
  /** Starts the panel, in the open document if there is one. @param screen the one that was open last; by default none was */
  readonly open: (state: AppState, screen?: Screen) => Promise<void>;
  /** Starts the panel in a new document. */
  readonly load: (state: AppState) => Promise<void>;
  /** Sends the patch from the current state to this one. */
  readonly become: (state: AppState) => Promise<void>;
  readonly answer: (name: string, answer: Answer<unknown>) => Promise<void>;
  /** Leaves further requests of this name unanswered. */
  readonly hold: (name: string) => Promise<void>;
  /** Answers the requests that were held. */
  readonly release: () => Promise<void>;
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
  const allRequests = () => page.evaluate(() => globalThis.fakeMain.requests);
  const load = async () => {
    await page.goto(url);
  };
  const start = async (state: AppState, screen?: Screen) => {
    now = withWaste(state, NOW);
    const begin: PanelStart = { app: now, screen: screen ?? null };
    await page.evaluate(restartPanel, JSON.stringify(begin));
  };
  return {
    errors,
    open: async (state, screen) => {
      if (page.url() !== url) await load();
      await start(state, screen);
    },
    load: async (state) => {
      await load();
      await start(state);
    },
    become: async (next) => {
      const state = withWaste(next, NOW);
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
    release: () => page.evaluate(() => globalThis.fakeMain.release()),
    go: (destination) => page.evaluate((to) => globalThis.fakeMain.go(to), destination),
    screen: () => page.evaluate(() => globalThis.fakeMain.screen),
    requests: async () => (await allRequests()).filter(({ name }) => name !== 'rescan'),
    rescans: async () => (await allRequests()).filter(({ name }) => name === 'rescan').length,
  };
}

/** A page for panels. */
export async function newPanelPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.clock.setFixedTime(NOW);
  await page.addInitScript(collectStores);
  await page.addInitScript(installFakeBridge, null);
  return page;
}

/** Leaves nothing on the page that would be laid out again before the next panel starts. */
export async function leave(page: Page): Promise<void> {
  await page.evaluate(restartPanel, null);
  // Away from anything that the next panel shows.
  await page.mouse.move(0, 0);
}

interface PerWorker {
  readonly served: ServedPanel;
  readonly sharedPage: Page;
}

/**
 * Serves the panel once per worker and opens one page for all tests: a new one for each costs more than most tests. A test that
 * moves the page's clock sets it to `NOW` again.
 */
export const test = base.extend<{ panel: PanelUnderTest }, PerWorker>({
  served: [
    async ({ browserName: _ }, use) => {
      const served = await servePanel();
      await use(served);
      served.close();
    },
    { scope: 'worker' },
  ],
  sharedPage: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ timezoneId: 'UTC' });
      await use(await newPanelPage(context));
      await context.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ sharedPage, viewport, reducedMotion }, use) => {
    await sharedPage.emulateMedia({ ...USUAL_MEDIA, reducedMotion });
    if (viewport !== null) await sharedPage.setViewportSize(viewport);
    await use(sharedPage);
    for (const event of ['console', 'pageerror', 'response'] as const)
      await sharedPage.removeAllListeners(event);
    await leave(sharedPage);
  },
  panel: async ({ page, served }, use) => {
    await use(await panelOn(page, served.url));
  },
});

export { expect } from '@playwright/test';
