import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { manualClock, startSimulator } from '../../simulator/index.ts';
import { askApp, startBrowserHost } from '../../tests/browser-host/index.ts';
import { CHROMIUM } from '../../tests/chromium.ts';
import { type Figures, type Open, openFolder } from './measure.ts';

/** ms between two polls of an account, and until a poll's files and menus are written. */
const PAUSE_MS = 1_100;

/** CPU time of all threads of a process in ms, by Linux. */
async function cpuOf(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const times = threads.map(async (thread) => {
    const stat = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8');
    return Number(stat.split(' ')[0]) / 1e6;
  });
  return (await Promise.all(times)).reduce((sum, time) => sum + time, 0);
}

/** Resident memory of a process in MB, by Linux. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}

/** The built app's main process with an account of that many VMs, and the panel open. */
async function openApp(opened: AsyncDisposableStack, browser: Browser, vms: number) {
  const options = { vms, readsPerMinute: 1_000_000 };
  const { baseUrl, control, credentials, close } = await startSimulator(options, manualClock());
  opened.defer(close);
  const host = await startBrowserHost({ userData: await openFolder(opened) });
  opened.defer(async () => void (await host.close()));
  const account = { baseUrl, key: credentials[0].apiKeys.read_only, accountId: null };
  await askApp(host.url, 'request:signInWithKey', account);
  const page = await browser.newPage();
  await page.goto(host.url);
  let changes = 0;
  return {
    /** Changes the load of each VM, and whether it runs. */
    change(): void {
      changes += 1;
      control.vms().forEach(({ id }, index) => {
        const status = (index + changes) % 2 === 0 ? 'running' : 'stopped';
        control.setVm(id, { status, cpu_percent: changes % 100, ram_percent: changes % 100 });
      });
    },
    async poll(): Promise<Figures> {
      await sleep(PAUSE_MS);
      const before = await cpuOf(host.pid);
      await page.evaluate('gpuTray.refresh({ accountId: null })');
      await sleep(PAUSE_MS);
      const ms = (await cpuOf(host.pid)) - before;
      return { 'µs CPU a VM': (1_000 * ms) / vms, MB: await memoryOf(host.pid) };
    },
  };
}

/** Polls by the built app in the browser host, from request to tray and panel. */
export const open: Open = async (opened) => {
  const browser = await chromium.launch(CHROMIUM);
  opened.defer(() => browser.close());
  const few = await openApp(opened, browser, 10);
  const many = await openApp(opened, browser, 1_000);
  const most = await openApp(opened, browser, 10_000);
  const changed = () => {
    many.change();
    return many.poll();
  };
  return [
    { name: 'poll of 10 VMs, nothing changed', run: few.poll },
    { name: 'poll of 1000 VMs, nothing changed', run: many.poll },
    { name: 'poll of 1000 VMs, all changed', run: changed },
    { name: 'poll of 10000 VMs, nothing changed', run: most.poll },
  ];
};
