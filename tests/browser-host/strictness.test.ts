import { expect } from 'vitest';
import { test } from './testing/running.ts';

/** Runs code in a ready app and answers what it sees, as the first notification. */
const attempt = (code: string) => `
  try { ${code}; new Notification({ title: 'done' }).show(); }
  catch (error) { new Notification({ title: String(error.message) }).show(); }
`;

test.for([
  ['new Tray(file("icon.png")).setPressedImage("x")', 'not implemented: Tray.setPressedImage'],
  ['new Tray(file("icon.png")).title = "x"', 'not implemented: Tray.title ='],
  ['app.getGPUInfo()', 'not implemented: app.getGPUInfo'],
  ['app.getPath("music")', "not implemented: app.getPath('music')"],
  [
    'powerMonitor.on("thermal-state-change", () => {})',
    "not implemented: powerMonitor event 'thermal-state-change'",
  ],
  ['new electron.BaseWindow()', 'not implemented: new BaseWindow'],
  ['electron.safeStorage.encryptString("x")', 'not implemented: safeStorage.encryptString'],
  ['new BrowserWindow({ vibrancy: "menu" })', 'not implemented: BrowserWindow with vibrancy'],
  ['new Menu()', 'not implemented: new Menu'],
  [
    'Menu.buildFromTemplate([{ label: "a", click() {}, after: ["b"] }])',
    'not implemented: Menu.buildFromTemplate.0 with after',
  ],
] as const)('an unknown call throws: %s', async ([code, message], { host }) => {
  const running = await host.run({ ready: attempt(code) });
  expect((await running.state()).notifications).toMatchObject([{ title: message }]);
});

test.for([
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
  ['new Tray(file("missing.png"))', 'missing.png does not exist'],
  ['new Tray(file("broken.png"))', 'broken.png does not decode'],
  ['new Tray("icon.png")', 'no absolute path'],
  ['new Tray(file("icon.png")).setToolTip(5)', 'Tray.setToolTip'],
  ['ipcMain.handle("a", () => {}); ipcMain.handle("a", () => {})', 'second handler'],
  ['protocol.handle("other", () => {})', 'other is not standard'],
  ['app.enableSandbox()', 'before app is ready'],
] as const)('what Electron or safety forbids throws: %s', async ([code, part], { host }) => {
  const running = await host.run({ ready: attempt(code) });
  const [first] = (await running.state()).notifications;
  expect(first?.title).toContain(part);
});

test('a good icon is taken, and known by its file', async ({ host }) => {
  const running = await host.run({ ready: 'new Tray(file("icon.png")).setToolTip("Hello");' });
  const { tray } = await running.state();
  expect(tray).toMatchObject({ tooltip: 'Hello', iconSize: { width: 16, height: 16 } });
  expect(tray?.icon).toMatch(/icon\.png$/);
});

test.for([
  ["import { app, Tray } from 'electron'; new Tray('/x.png');", 'before app is ready'],
  ["import { BrowserWindow } from 'electron'; new BrowserWindow();", 'before app is ready'],
  ["import { nothing } from 'electron';", "does not provide an export named 'nothing'"],
] as const)(
  'an app that could not start in Electron does not start: %s',
  async ([main, words], { host }) => {
    await expect(host.run({ main })).rejects.toThrow(words);
  },
);

test('electron may be required, too', async ({ host }) => {
  const main = `
    import { createRequire } from 'node:module';
    const { app, Notification } = createRequire(import.meta.url)('electron');
    app.whenReady().then(() => new Notification({ title: app.getVersion() }).show());
  `;
  const running = await host.run({ main });
  expect((await running.state()).notifications).toMatchObject([{ title: '1.2.3' }]);
});
