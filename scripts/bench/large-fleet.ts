import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { serialize } from 'node:v8';
import { chromium } from '@playwright/test';
import { coalesce } from '../../src/main/events.ts';
import { createStateFeed } from '../../src/main/ipc/state-feed.ts';
import { trayModel } from '../../src/main/tray/tray-model.ts';
import { askApp, startBrowserHost } from '../../tests/browser-host/index.ts';
import { CHROMIUM } from '../../tests/chromium.ts';
import { applicationStarter } from '../world/application.ts';
import { createStallWatch } from '../world/resources.ts';
import { type Service, startService } from '../world/start-service.ts';
import { type Measurement, summarize, withFolder } from './measure.ts';

const VMS = 10_000;
const ROUNDS = 3;
/** Rounds that warm up and open the alerts. */
const WARM_UP = 2;
/** ms between two polls of an account, and until a poll's files and menus are written. */
const PAUSE_MS = 1_100;

/** The core with tray menu and messages to the panel, connected as in `src/main/connect.ts`. */
async function turnsOf(service: Service, folder: string): Promise<readonly Measurement[]> {
  const start = applicationStarter({ folder, bodyBytes: 8 * 1024 ** 2 });
  const { state, subscribe, requests, stop } = await start();
  const feed = createStateFeed(state, (_, content) => void serialize(content));
  const updateTray = coalesce(() => void trayModel(state(), Date.now()));
  subscribe(
    coalesce(() => {
      feed.update();
      updateTray();
    }),
  );
  await requests.signInWithKey({ baseUrl: service.baseUrl, key: service.key, accountId: null });
  feed.watch();
  const turns: number[] = [];
  const shares: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    await service.change();
    await sleep(PAUSE_MS);
    const before = process.threadCpuUsage();
    await requests.refresh({ accountId: null });
    await sleep(PAUSE_MS);
    const { user, system } = process.threadCpuUsage(before);
    await service.change();
    const stalls = createStallWatch();
    let isWatching = true;
    const watch = () => {
      stalls.turn();
      if (isWatching) setImmediate(watch);
    };
    setImmediate(watch);
    await requests.refresh({ accountId: null });
    await sleep(PAUSE_MS);
    isWatching = false;
    if (round < 0) continue;
    shares.push((user + system) / VMS);
    turns.push(stalls.longest());
  }
  await stop();
  const name = `poll of ${VMS} VMs, all changed, with tray and panel`;
  return [
    summarize(`${name}, our share`, 'µs CPU a VM', shares),
    summarize(`${name}, longest turn of the event loop`, 'ms CPU', turns),
  ];
}

async function megabytesOf(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1024;
}

/** The built app's main process in the browser host, with the panel open. */
async function memoryOf(service: Service, userData: string): Promise<readonly Measurement[]> {
  const browser = await chromium.launch(CHROMIUM);
  const host = await startBrowserHost({ userData });
  try {
    const { baseUrl, key } = service;
    await askApp(host.url, 'request:signInWithKey', { baseUrl, key, accountId: null });
    const page = await browser.newPage();
    await page.goto(host.url);
    const megabytes: number[] = [];
    for (let round = 0; round < 2 * ROUNDS; round += 1) {
      await service.change();
      await sleep(PAUSE_MS);
      await page.evaluate('gpuTray.refresh({ accountId: null })');
      megabytes.push(await megabytesOf(host.pid));
    }
    const name = `browser host, panel open, ${VMS} VMs all changed`;
    const part = (from: number, to: number) => megabytes.slice(from, to);
    return [
      summarize(`${name}, polls 1–${ROUNDS}`, 'MB', part(0, ROUNDS)),
      summarize(`${name}, polls ${ROUNDS + 1}–${2 * ROUNDS}`, 'MB', part(ROUNDS, 2 * ROUNDS)),
    ];
  } finally {
    await host.close();
    await browser.close();
  }
}

/** CPU time and memory of the largest account while all VMs change at each poll. */
export const benchLargeFleet = (): Promise<readonly Measurement[]> =>
  withFolder(async (folder) => {
    const service = await startService(VMS);
    try {
      const turns = await turnsOf(service, join(folder, 'core'));
      return [...turns, ...(await memoryOf(service, join(folder, 'host')))];
    } finally {
      await service.stop();
    }
  });
