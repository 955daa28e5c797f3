import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BrowserHost, startBrowserHost } from './index.ts';
import { type AppFolder, appFolder } from './testing/running.ts';

const note = (title: string) => `new Notification({ title: ${title} }).show();`;

const DESKTOP = `
  app.on('before-quit', () => console.log('goodbye'));
  const tray = new Tray(file('icon.png'));
  tray.setToolTip('tip');
  tray.on('click', () => { ${note("'tray'")} });
  electron.globalShortcut.register('Ctrl+Alt+G', () => { ${note("'shortcut'")} });
  tray.setContextMenu(Menu.buildFromTemplate([
    { label: 'Plain', click: () => { ${note("'plain'")} } },
    { type: 'separator' },
    { label: 'Off', enabled: false },
    { label: 'More', submenu: [{ label: 'Copy', click: () => electron.clipboard.writeText('copied') }] },
    { label: 'Web', click: () => electron.shell.openExternal('https://example.com/') },
  ]));
  for (const name of ['suspend', 'resume', 'shutdown'])
    powerMonitor.on(name, () => { ${note('name')} });
  app.on('second-instance', (event, argv, folder) => { ${note("'again ' + argv.at(-1) + ' ' + folder")} });
`;

let app: AppFolder;
let running: BrowserHost;

beforeAll(async () => {
  app = await appFolder({ ready: DESKTOP });
  running = await startBrowserHost({ app: app.folder, userData: app.userData });
});
afterAll(async () => {
  await running.close();
  await app[Symbol.asyncDispose]();
});

test('reports and drives the desktop', async () => {
  const { tray, windows, clipboard } = await running.state();
  expect(tray?.tooltip).toBe('tip');
  expect(tray?.menu?.map(({ label, type, enabled }) => [label, type, enabled])).toEqual([
    ['Plain', 'normal', true],
    ['', 'separator', true],
    ['Off', 'normal', false],
    ['More', 'submenu', true],
    ['Web', 'normal', true],
  ]);
  expect(tray?.menu?.[3]?.submenu).toMatchObject([{ label: 'Copy' }]);
  expect([windows, clipboard]).toEqual([[], '']);

  await running.perform({ action: 'click-menu', path: ['More', 'Copy'] });
  await running.perform({ action: 'click-menu', path: ['Web'] });
  await running.perform({ action: 'click-menu', path: ['Plain'] });
  await running.perform({ action: 'click-tray' });
  await running.perform({ action: 'press-shortcut', accelerator: 'Ctrl+Alt+G' });
  const power = ['suspend', 'resume', 'shutdown'] as const;
  for (const action of power) await running.perform({ action });
  await running.perform({ action: 'second-instance', argv: ['--x'], workingDirectory: '/tmp' });
  const { openedUrls, notifications, ...after } = await running.state();
  expect([after.clipboard, openedUrls]).toEqual(['copied', ['https://example.com/']]);
  expect(after.shortcuts).toEqual(['Ctrl+Alt+G']);
  expect(notifications.map(({ title }) => title)).toEqual([
    'plain',
    'tray',
    'shortcut',
    ...power,
    'again --x /tmp',
  ]);
});

test('refuses an impossible command with a reason', async () => {
  const cases = [
    [{ action: 'click-menu', path: ['Nowhere'] }, 'only: Plain | Off | More | Web'],
    [{ action: 'click-menu', path: ['Off'] }, 'disabled'],
    [{ action: 'click-menu', path: ['More'] }, 'is a submenu'],
    [{ action: 'click-menu', path: [] }, 'path'],
    [{ action: 'explode' }, 'action'],
    [{ action: 'suspend', extra: 1 }, 'extra'],
  ] as const;
  for (const [command, reason] of cases) {
    const body = JSON.stringify(command);
    const answer = await fetch(running.control, { method: 'POST', body });
    expect(answer.status, body).toBe(400);
    expect(await answer.text(), body).toContain(reason);
  }
});

test('passes an address to the app’s protocol handler unchanged', async () => {
  const ask = (url: string) => running.perform({ action: 'fetch', url });
  expect(await ask('app://bundle/index.html')).toMatchObject({ status: 200 });
  expect(await ask('app://bundle/..%2fpackage.json')).toMatchObject({ status: 404 });
});

test('refuses pages, other addresses and other host names at the control address', async () => {
  const { origin, port, pathname } = new URL(running.control);
  expect((await fetch(`${origin}/`)).status).toBe(404);
  expect((await fetch(`${running.url}../`)).status).toBe(404);
  const fromPage = await fetch(running.control, {
    method: 'POST',
    headers: { origin },
    body: JSON.stringify({ action: 'quit' }),
  });
  expect(fromPage.status).toBe(403);
  // DNS rebinding; `fetch` would set the Host header itself.
  const status = await new Promise((resolve, reject) => {
    request({ port, path: pathname, headers: { host: `rebound.example:${port}` } }, (answer) =>
      resolve(answer.statusCode),
    )
      .on('error', reject)
      .end();
  });
  expect(status).toBe(403);
});

test('quits the app when it is closed', async () => {
  expect(await running.close()).toBe(0);
  expect(running.output()).toContain('goodbye');
});
