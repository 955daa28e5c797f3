import { writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { CHROMIUM } from '../../tests/chromium.ts';
import { installFakeBridge } from '../../tests/renderer/fake-bridge.ts';
import { servePanel } from '../../tests/renderer/serve-panel.ts';
import { makeVm } from '../../tests/renderer/make-vm.ts';
import { snapshotOf, stateOf } from '../../tests/renderer/one-account.ts';
import { makeAccount } from '../../src/shared/testing/make-account.ts';
import { openBarePage } from './bare-page.ts';
const CLOUDS = (['rental', 'runpod', 'vast', 'lambda'] as const).map((provider) => makeAccount({ id: provider, label: provider, provider }));
const listOf = (count: number) => stateOf({ accounts: CLOUDS, snapshots: Object.fromEntries(CLOUDS.map(({ id }, turn) => [id, snapshotOf(Array.from({ length: count }, (_, index) => makeVm(1_000 + index, { label: `train-llama-3-8b-run-${index}`, perHour: 1.1 })).filter((_, i) => i % 4 === turn))])) });
const count = Number(process.argv[2] ?? 50);
const panel = await servePanel();
const browser = await chromium.launch(CHROMIUM);
const session = await browser.newBrowserCDPSession();
async function one(trace: boolean) {
  const page = await openBarePage(session);
  await page.send('Emulation.setDeviceMetricsOverride', { width: 400, height: 600, deviceScaleFactor: 1, mobile: false });
  await page.send('Page.enable');
  const begin = JSON.stringify({ app: listOf(count), screen: null });
  const runFirst = (source: string) => page.send('Page.addScriptToEvaluateOnNewDocument', { source });
  await runFirst(`globalThis.begin = JSON.parse(${JSON.stringify(begin)})`);
  await runFirst(`(${installFakeBridge})(begin); delete globalThis.begin`);
  if (trace) await session.send('Tracing.start', { traceConfig: { includedCategories: ['devtools.timeline', 'v8', 'disabled-by-default-devtools.timeline','disabled-by-default-v8.cpu_profiler','blink.user_timing','loading'] }, transferMode: 'ReportEvents' } as never);
  await page.send('Page.navigate', { url: panel.url });
  await new Promise((r) => setTimeout(r, 700));
  const events: any[] = [];
  if (trace) {
    session.on('Tracing.dataCollected' as never, (d: any) => events.push(...d.value));
    const done = new Promise((r) => session.once('Tracing.tracingComplete' as never, r as never));
    await session.send('Tracing.end');
    await done;
  }
  await page.close();
  return events;
}
for (let i = 0; i < 4; i++) await one(false);
const ev = await one(true);
writeFileSync('/tmp/me/trace.json', JSON.stringify(ev));
await browser.close(); panel.close();
