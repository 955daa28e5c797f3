import { chromium, type Page } from '@playwright/test';
import { startBrowserHost } from '../../browser-host/index.ts';
import { CHROMIUM } from '../../chromium.ts';
import type { AppHost, LaunchOptions, RunningApp } from './running-app.ts';
import { menuPath } from './running-app.ts';

/** The panel's default size; a browser's window does not follow the app's. */
const PANEL_SIZE = { width: 400, height: 600 };

/** A browser has it for all pages only. The specs check that main sets it for the panel. */
const WEBRTC_POLICY = 'disable_non_proxied_udp';

/** Runs the bundles in Node and Chromium. */
export async function openBrowserHost(): Promise<AppHost> {
  // The headless shell and the full browser each have a switch of their own, and ignore the other's.
  const switches = ['--force-webrtc-ip-handling-policy', '--webrtc-ip-handling-policy'];
  const args = [...(CHROMIUM.args ?? []), ...switches.map((name) => `${name}=${WEBRTC_POLICY}`)];
  const browser = await chromium.launch({ ...CHROMIUM, args });
  // Shared: each app has an origin of its own, and the panel stores nothing. While a page stays open, Chromium keeps its processes:
  // starting them for each app took more time than the app.
  const context = await browser.newContext({ viewport: PANEL_SIZE, reducedMotion: 'reduce' });
  await context.newPage();

  async function launch({
    userData,
    env,
    isOnline = true,
    desktop = {},
  }: LaunchOptions): Promise<RunningApp> {
    const host = await startBrowserHost({ userData, env, isOnline, ...desktop });
    const pages: Page[] = [];
    let panel: Page | null = null;
    async function newPage(): Promise<Page> {
      const page = await context.newPage();
      pages.push(page);
      return page;
    }
    return {
      async panel() {
        panel ??= await newPage();
        const isOpen = (await host.state()).windows.some(
          ({ isVisible, address }) => isVisible && panel?.url().startsWith(address),
        );
        if (!isOpen) await panel.goto(host.url);
        return panel;
      },
      desktop: host.state,
      async windows() {
        return (await host.state()).windows.map((window) => ({
          isOrdinary: window.hasFrame && window.isInTaskbar && !window.isOnTop,
          isVisible: window.isVisible,
          webRtcPolicy: window.webRtcPolicy,
        }));
      },
      async closePanel() {
        await host.perform({ action: 'close' });
      },
      async launchAgain() {
        await host.perform({ action: 'second-instance' });
      },
      async clickMenu(path) {
        const { tray } = await host.state();
        await host.perform({ action: 'click-menu', path: menuPath(tray?.menu ?? [], path) });
      },
      async clickNotification(index) {
        await host.perform({ action: 'click-notification', index });
      },
      async answerQuestion(button, isChecked) {
        const index = (await host.state()).questions.findIndex(({ isOpen }) => isOpen);
        if (index === -1) throw new Error('no message box is open');
        await host.perform({ action: 'answer-question', index, button, isChecked });
      },
      async choosePath(path) {
        const index = (await host.state()).saveDialogs.findIndex(({ isOpen }) => isOpen);
        if (index === -1) throw new Error('no save dialog is open');
        await host.perform({ action: 'choose-path', index, path });
      },
      async power(action) {
        await host.perform({ action });
      },
      async network(exists) {
        await host.perform({ action: exists ? 'online' : 'offline' });
      },
      async fetchApp(url) {
        const { status, body } = await host.perform({ action: 'fetch', url });
        return { status: Number(status), body: String(body) };
      },
      async foreignPage() {
        const page = await newPage();
        await page.goto(`${host.url}foreign`);
        return page;
      },
      traffic: host.traffic,
      output: host.output,
      ended: host.ended,
      async quit() {
        for (const page of pages) await page.close();
        const code = await host.close();
        if (code !== 0) throw new Error(`the app ended with ${code}: ${host.output()}`);
      },
    };
  }

  return { launch, close: () => browser.close() };
}
