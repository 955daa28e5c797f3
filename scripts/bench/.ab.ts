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
const ready = (sel: string) => `const o=new MutationObserver(()=>{if(document.querySelector('${sel}')===null)return;o.disconnect();requestAnimationFrame(()=>setTimeout(()=>{globalThis.readyAfter=performance.now();location.hash='ready'}))});o.observe(document,{childList:true,subtree:true});`;
const browser = await chromium.launch(CHROMIUM);
const session = await browser.newBrowserCDPSession();
const targets: { name: string; url: string; app: unknown; sel: string }[] = [];
const [, , runs, ...folders] = process.argv;
for (const spec of folders) {
  const [folder, count] = spec.split('=');
  const served = await servePanel(folder);
  targets.push({ name: spec.split('/').slice(-3).join('/'), url: served.url, app: count ? listOf(Number(count)) : null, sel: count ? '[data-row]' : 'h1' });
}
const out = new Map<string, number[][]>();
async function load(t: (typeof targets)[number]) {
  const page = await openBarePage(session);
  await page.send('Emulation.setDeviceMetricsOverride', { width: 400, height: 600, deviceScaleFactor: 1, mobile: false });
  await page.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.send('Page.enable');
  const first = (source: string) => page.send('Page.addScriptToEvaluateOnNewDocument', { source });
  await first(ready(t.sel));
  if (t.app) {
    await first(`globalThis.begin = JSON.parse(${JSON.stringify(JSON.stringify({ app: t.app, screen: null }))})`);
    await first(`(${installFakeBridge})(begin); delete globalThis.begin`);
  }
  const done = page.next('Page.navigatedWithinDocument');
  await page.send('Page.navigate', { url: t.url });
  await done;
  const { metrics } = (await page.send('Performance.getMetrics')) as any;
  const m = (n: string) => metrics.find((x: any) => x.name === n).value * 1000;
  const r = [m('TaskDuration'), m('ScriptDuration'), m('LayoutDuration'), m('RecalcStyleDuration'), ((await page.send('Runtime.evaluate', { expression: 'readyAfter' })) as any).result.value, ((await page.send('Runtime.evaluate', { expression: 'document.querySelectorAll("*").length' })) as any).result.value];
  await page.close();
  return r;
}
for (let i = -2; i < Number(runs); i++) for (const t of targets) { const r = await load(t); if (i >= 0) out.set(t.name, [...(out.get(t.name) ?? []), r]); }
const med = (a: number[]) => a.sort((x, y) => x - y)[Math.floor(a.length / 2)]!;
console.log('name'.padEnd(44), 'cpu script layout style ms elements');
for (const [n, rows] of out) console.log(n.padEnd(44), rows[0]!.map((_, i) => med(rows.map((r) => r[i]!)).toFixed(1).padStart(7)).join(''));
await browser.close();
process.exit(0);
