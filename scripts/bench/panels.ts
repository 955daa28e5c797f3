import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CDPSession, chromium } from '@playwright/test';
import { build } from 'vite';
import { z } from 'zod';
import type { Screen } from '../../src/shared/ipc/contract.ts';
import { PROVIDERS } from '../../src/shared/providers/providers.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import { makeAccount } from '../../src/shared/testing/make-account.ts';
import { CHROMIUM } from '../../tests/chromium.ts';
import { installFakeBridge } from '../../tests/renderer/fake-bridge.ts';
import { makeVm } from '../../tests/renderer/make-vm.ts';
import { snapshotOf, stateOf } from '../../tests/renderer/one-account.ts';
import { servePanel } from '../../tests/renderer/serve-panel.ts';
import { STATES } from '../../tests/renderer/states.ts';
import { USAGE } from '../../tests/renderer/usage-reports.ts';
import { openBarePage } from './bare-page.ts';
import type { Figures, Open, Target } from './measure.ts';

const EMPTY_DOCUMENT =
  '<!doctype html><html><body><div id="root"></div><script type="module" src="./page.js"></script></body></html>';

const EMPTY_PAGE = `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')).render(createElement('h1', null, 'Empty'));
`;

/** Builds a React page with one heading: the floor for the panel. @param root an empty folder inside the project, to find React */
async function buildEmptyPage(root: string): Promise<string> {
  await writeFile(join(root, 'index.html'), EMPTY_DOCUMENT);
  await writeFile(join(root, 'page.js'), EMPTY_PAGE);
  await build({ root, configFile: false, logLevel: 'warn', base: './' });
  return join(root, 'dist');
}

interface Loaded {
  readonly name: string;
  readonly url: string;
  readonly app: AppState | null;
  /** Default: the first screen. */
  readonly screen?: Screen;
  /** Selector of an element of the complete page. */
  readonly ready: string;
}

/** Runs in the page first: notes when a frame with `selector` is drawn, in ms since the navigation, and tells so by a new hash. */
const noteReady = (selector: string) => `
const observer = new MutationObserver(() => {
  if (document.querySelector(${JSON.stringify(selector)}) === null) return;
  observer.disconnect();
  const note = () => {
    globalThis.readyAfter = performance.now();
    location.hash = 'ready';
  };
  requestAnimationFrame(() => setTimeout(note));
});
observer.observe(document, { childList: true, subtree: true });
`;

const METRICS = z.object({
  metrics: z.array(z.object({ name: z.string(), value: z.number() })),
});
const NUMBER = z.object({ result: z.object({ value: z.number() }) });

/** From navigation to the first complete frame, without a cache. @param inspected as in Playwright's pages, see openBarePage */
async function load(
  browser: CDPSession,
  { url, app, screen, ready }: Loaded,
  inspected: boolean,
): Promise<Figures> {
  const page = await openBarePage(browser);
  try {
    await page.send('Emulation.setDeviceMetricsOverride', {
      width: 400,
      height: 600,
      deviceScaleFactor: 1,
      mobile: false,
    });
    if (inspected) await page.send('Runtime.enable');
    // CPU time of the page's thread: other load does not count.
    await page.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.send('Page.enable');
    const runFirst = (source: string) =>
      page.send('Page.addScriptToEvaluateOnNewDocument', { source });
    await runFirst(noteReady(ready));
    if (app !== null) {
      const begin = JSON.stringify({ app, screen: screen ?? null });
      // As JSON in a separate script: the source of a script with functions stays in memory, and a literal of the state with it.
      await runFirst(`globalThis.begin = JSON.parse(${JSON.stringify(begin)})`);
      await runFirst(`(${installFakeBridge})(begin); delete globalThis.begin`);
      const usage = JSON.stringify({ ok: true, value: USAGE.month });
      await runFirst(`fakeMain.answers.readUsage = JSON.parse(${JSON.stringify(usage)})`);
    }
    // The texts of these scripts, 1 MB for 500 VMs, are garbage that no panel has to collect.
    await runFirst(`gc({ type: 'minor' }); delete globalThis.gc`);
    // Looking for it from outside would run scripts in the page while it loads.
    const isReady = page.next('Page.navigatedWithinDocument');
    await page.send('Page.navigate', { url });
    await isReady;
    const figure = async (name: string) => {
      const { metrics } = METRICS.parse(await page.send('Performance.getMetrics'));
      return metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    };
    const thread = (await figure('TaskDuration')) * 1_000;
    const script = (await figure('ScriptDuration')) * 1_000;
    await page.send('HeapProfiler.collectGarbage');
    const heap = (await figure('JSHeapUsedSize')) / 1e6;
    const noted = await page.send('Runtime.evaluate', { expression: 'readyAfter' });
    return {
      ms: NUMBER.parse(noted).result.value,
      'ms CPU': thread,
      'ms CPU of scripts': script,
      'MB of heap': heap,
    };
  } finally {
    await page.close();
  }
}

/** Each at its own address, as in use: VMs of one service are searched for common ones. */
const CLOUDS = (['rental', 'runpod', 'vast', 'lambda'] as const).map((provider) => {
  const baseUrl = PROVIDERS[provider].address ?? 'https://api.example.com';
  return makeAccount({ id: provider, label: provider, provider, baseUrl });
});

/** VMs of four accounts in turn. */
const listOf = (count: number) =>
  stateOf({
    accounts: CLOUDS,
    snapshots: Object.fromEntries(
      CLOUDS.map(({ id }, turn) => {
        const vms = Array.from({ length: count }, (_, index) =>
          makeVm(1_000 + index, { label: `train-llama-3-8b-run-${index}`, perHour: 1.1 }),
        ).filter((_, index) => index % CLOUDS.length === turn);
        return [id, snapshotOf(vms)];
      }),
    ),
  });

/** The panel's first screen in Chromium, and an empty React page. */
export const open: Open = async (opened) => {
  const folder = await mkdtemp(join(import.meta.dirname, '.empty-page-'));
  opened.defer(() => rm(folder, { recursive: true }));
  // Served alike, so that they differ in what is on the page only.
  const empty = await servePanel(await buildEmptyPage(folder));
  const panel = await servePanel();
  for (const { close } of [empty, panel]) opened.defer(close);
  const browser = await chromium.launch({
    ...CHROMIUM,
    args: [...(CHROMIUM.args ?? []), '--js-flags=--expose-gc'],
  });
  opened.defer(() => browser.close());
  const session = await browser.newBrowserCDPSession();
  const first: readonly Loaded[] = [
    { name: 'empty React page', url: empty.url, app: null, ready: 'h1' },
    { name: 'sign-in', url: panel.url, app: STATES.firstRun, ready: 'h1' },
    { name: 'list of 50', url: panel.url, app: listOf(50), ready: '[data-row]' },
  ];
  const others: readonly Loaded[] = [
    { name: 'list of 500', url: panel.url, app: listOf(500), ready: '[data-row]' },
    // Its state is a script of this benchmark, whose part of the list's figures this row shows.
    { name: 'empty page, state of 500', url: empty.url, app: listOf(500), ready: 'h1' },
    {
      name: 'Usage',
      url: panel.url,
      app: STATES.live,
      ready: 'table',
      screen: { kind: 'usage', preset: 'month' },
    },
  ];
  const targets = (shown: readonly Loaded[], inspected: boolean): readonly Target[] =>
    shown.map((page) => ({
      name: inspected ? `${page.name}, inspected` : page.name,
      isFloor: page.app === null,
      run: () => load(session, page, inspected),
    }));
  return [...targets([...first, ...others], false), ...targets(first, true)];
};
