import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserHost, startBrowserHost } from './index.ts';
import { appFolder, test as withHost } from './testing/running.ts';

const MISSING = [
  ['new Tray(file("icon.png")).setPressedImage("x")', 'Tray.setPressedImage'],
  ['new Tray(file("icon.png")).title = "x"', 'Tray.title ='],
  ['app.getGPUInfo()', 'app.getGPUInfo'],
  ['app.getPath("music")', "app.getPath('music')"],
  [
    'powerMonitor.on("thermal-state-change", () => {})',
    "powerMonitor event 'thermal-state-change'",
  ],
  ['new electron.BaseWindow()', 'new BaseWindow'],
  ['electron.safeStorage.encryptString("x")', 'safeStorage.encryptString'],
  ['new BrowserWindow({ vibrancy: "menu" })', 'BrowserWindow with vibrancy'],
  ['Menu.buildFromTemplate([{ label: "a", click() {}, after: ["b"] }])', 'MenuItem with after'],
] as const;

const FORBIDDEN = [
  ['new BrowserWindow({ webPreferences: { sandbox: false } })', 'webPreferences.sandbox'],
  [
    'new BrowserWindow({ webPreferences: { contextIsolation: false } })',
    'webPreferences.contextIsolation',
  ],
  [
    'new BrowserWindow({ webPreferences: { nodeIntegration: true } })',
    'webPreferences.nodeIntegration',
  ],
  ['new BrowserWindow({ width: 400.5 })', 'BrowserWindow at width'],
  ['new Tray(file("missing.png"))', 'missing.png'],
  ['new Tray(file("broken.png"))', 'broken.png does not decode'],
  ['new Tray("icon.png")', 'no absolute path'],
  ['new Tray(file("icon.png")).setToolTip(5)', 'Tray.setToolTip'],
  ['ipcMain.handle("a", () => {}); ipcMain.handle("a", () => {})', 'second handler'],
  ['app.enableSandbox()', 'before app is ready'],
] as const;

describe('a ready app', () => {
  /** The error message of each call above, by code. */
  const thrown = new Map<string, string>();
  let host: BrowserHost;
  let app: Awaited<ReturnType<typeof appFolder>>;

  beforeAll(async () => {
    const calls = [...MISSING, ...FORBIDDEN].map(([code]) => code);
    const ready = calls.map(
      (code) => `
        try { ${code}; new Notification({ title: 'no error' }).show(); }
        catch (error) { new Notification({ title: String(error.message) }).show(); }`,
    );
    app = await appFolder({ ready: ready.join('') });
    host = await startBrowserHost({ app: app.folder, userData: app.userData });
    const { notifications } = await host.state();
    for (const [index, code] of calls.entries())
      thrown.set(code, notifications[index]?.title ?? '');
  });
  afterAll(async () => {
    await host.close();
    await app[Symbol.asyncDispose]();
  });

  test.each(MISSING)('throws for a missing call: %s', (code, name) => {
    expect(thrown.get(code)).toBe(`not implemented: ${name}`);
  });

  test.each(FORBIDDEN)('throws for what Electron or our safety rules forbid: %s', (code, part) => {
    expect(thrown.get(code)).toContain(part);
  });
});

withHost.for([
  ["import { app, Tray } from 'electron'; new Tray('/x.png');", 'before app is ready'],
  ["import { BrowserWindow } from 'electron'; new BrowserWindow();", 'before app is ready'],
  ["import { nothing } from 'electron';", "does not provide an export named 'nothing'"],
] as const)(
  'does not start an app that would fail in Electron: %s',
  async ([main, part], { host }) => {
    await expect(host.run({ main })).rejects.toThrow(part);
  },
);
