import { join, resolve } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import type { TrafficMessage } from '../../browser-host/index.ts';
import type { AppHost, Desktop, LaunchOptions, RunningApp } from './running-app.ts';
import { menuPath } from './running-app.ts';

/** Installed in the main process by `electron-recorder.cjs`. */
interface Recorder {
  desktop(): Promise<Desktop>;
  clickMenu(path: readonly string[]): void;
  clickNotification(index: number): void;
  answerQuestion(button: string | null, isChecked: boolean): void;
  choosePath(path: string | null): void;
  setOnline(is: boolean): void;
  traffic(): readonly TrafficMessage[];
}

declare global {
  var gpuTrayRecorder: Recorder;
}

const PROJECT = resolve(import.meta.dirname, '../../..');
const RECORDER = join(import.meta.dirname, 'electron-recorder.cjs');
const PRELOAD = join(PROJECT, 'out/preload/index.cjs');

/** Chromium refuses to run as root with a sandbox. */
const ROOT_ARGS = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

async function launchAgain(app: ElectronApplication): Promise<void> {
  await app.evaluate((electron) => void electron.app.emit('second-instance', {}, [], '', null));
}

async function openPanel(app: ElectronApplication): Promise<Page> {
  const isVisible = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().some((window) => window.isVisible()),
  );
  if (!isVisible) {
    await launchAgain(app);
  }
  return app.windows()[0] ?? app.waitForEvent('window');
}

async function launch({ userData, env, isOnline = true }: LaunchOptions): Promise<RunningApp> {
  const app = await _electron.launch({
    args: ['-r', RECORDER, ...ROOT_ARGS, `--user-data-dir=${userData}`, PROJECT],
    cwd: PROJECT,
    env: { ...env, GPU_TRAY_RECORDER_OFFLINE: isOnline ? '' : '1' },
  });
  let printed = '';
  for (const stream of [app.process().stdout, app.process().stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const desktop = () => app.evaluate(() => globalThis.gpuTrayRecorder.desktop());
  return {
    panel: () => openPanel(app),
    desktop,
    // The other options of a window cannot be read back.
    windows: () =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => ({
          isOrdinary: !window.isAlwaysOnTop(),
          isVisible: window.isVisible(),
          webRtcPolicy: window.webContents.getWebRTCIPHandlingPolicy(),
        })),
      ),
    closePanel: () =>
      app.evaluate(({ BrowserWindow }) => {
        for (const window of BrowserWindow.getAllWindows()) window.close();
      }),
    launchAgain: () => launchAgain(app),
    async clickMenu(path) {
      const { tray } = await desktop();
      const labels = menuPath(tray?.menu ?? [], path);
      await app.evaluate((_, wanted) => globalThis.gpuTrayRecorder.clickMenu(wanted), labels);
    },
    clickNotification: (index) =>
      app.evaluate((_, wanted) => globalThis.gpuTrayRecorder.clickNotification(wanted), index),
    choosePath: (path) =>
      app.evaluate((_, wanted) => globalThis.gpuTrayRecorder.choosePath(wanted), path),
    answerQuestion: (button, isChecked = false) =>
      app.evaluate(
        (_, [wanted, checked]) => globalThis.gpuTrayRecorder.answerQuestion(wanted, checked),
        [button, isChecked] as const,
      ),
    power: (event) => app.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), event),
    network: (exists) => app.evaluate((_, is) => globalThis.gpuTrayRecorder.setOnline(is), exists),
    fetchApp: (address) =>
      app.evaluate(async ({ net }, url) => {
        const answer = await net.fetch(url);
        return { status: answer.status, body: await answer.text() };
      }, address),
    async foreignPage() {
      const opened = app.waitForEvent('window');
      await app.evaluate(async ({ BrowserWindow }, preload) => {
        const window = new BrowserWindow({
          show: false,
          webPreferences: { preload, sandbox: true, contextIsolation: true },
        });
        await window.loadURL('data:text/html,<title>Foreign</title>');
      }, PRELOAD);
      return opened;
    },
    traffic: () => app.evaluate(() => globalThis.gpuTrayRecorder.traffic()),
    output: () => printed,
    ended: app.waitForEvent('close', { timeout: 0 }),
    quit: () => app.close(),
  };
}

/** Runs the app in Electron. */
export function openElectronHost(): AppHost {
  return { launch, close: () => Promise.resolve() };
}
