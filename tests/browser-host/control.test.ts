import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { expect } from 'vitest';
import { test } from './testing/running.ts';

const note = (title: string) => `new Notification({ title: ${title} }).show();`;

const DESKTOP = `
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

test('reports and drives the desktop', async ({ host }) => {
  const running = await host.run({ ready: DESKTOP });
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

test('clicks a notification once', async ({ host }) => {
  const ready = `const first = new Notification({ title: 'first' });
    first.on('click', () => { ${note("'clicked'")} });
    first.show();`;
  const running = await host.run({ ready });
  await running.perform({ action: 'click-notification', index: 0 });
  expect((await running.state()).notifications).toMatchObject([
    { title: 'first', isOpen: false },
    { title: 'clicked', isOpen: true },
  ]);
  await expect(running.perform({ action: 'click-notification', index: 0 })).rejects.toThrow(
    'closed',
  );
});

test('refuses an impossible command with a reason', async ({ host }) => {
  const running = await host.run({ ready: DESKTOP });
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

/** A port without a listener. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No TCP port');
  return address.port;
}

test('takes the app offline', async ({ host }) => {
  const port = await closedPort();
  const running = await host.run({
    ready: `app.on('activate', () => electron.net.fetch('http://127.0.0.1:${port}/')
        .catch((error) => { ${note('electron.net.isOnline() + " " + error.message')} }));`,
  });
  await running.perform({ action: 'activate' });
  await running.perform({ action: 'offline' });
  await running.perform({ action: 'activate' });
  const titles = async () => (await running.state()).notifications.map(({ title }) => title);
  await expect
    .poll(async () => (await titles()).toSorted())
    .toEqual(['false net::ERR_INTERNET_DISCONNECTED', 'true net::ERR_CONNECTION_REFUSED']);
});

test('reports the app’s decision on a permission and on a download', async ({ host }) => {
  const ready = `openWindow();
    const session = electron.session.defaultSession;
    session.setPermissionRequestHandler(
      (contents, permission, callback) => callback(permission === 'clipboard-sanitized-write'));
    session.on('will-download',
      (event, item) => { if (item.getURL().includes('evil')) event.preventDefault(); });`;
  const running = await host.run({ ready });
  const permit = (permission: string) =>
    running.perform({ action: 'request-permission', permission });
  expect(await permit('geolocation')).toMatchObject({ isGranted: false });
  expect(await permit('clipboard-sanitized-write')).toMatchObject({ isGranted: true });
  const download = (url: string) => running.perform({ action: 'request-download', url });
  expect(await download('https://example.com/evil')).toMatchObject({ isAllowed: false });
  expect(await download('https://example.com/good')).toMatchObject({ isAllowed: true });
});

test('passes an address to the app’s protocol handler unchanged', async ({ host }) => {
  const running = await host.run();
  const ask = (url: string) => running.perform({ action: 'fetch', url });
  expect(await ask('app://bundle/index.html')).toMatchObject({ status: 200 });
  expect(await ask('app://bundle/..%2fpackage.json')).toMatchObject({ status: 404 });
});

test('quits the app when it is closed', async ({ host }) => {
  const running = await host.run({
    ready: "app.on('before-quit', () => console.log('goodbye'));",
  });
  expect(await running.close()).toBe(0);
  expect(running.output()).toContain('goodbye');
});

test('refuses pages, other addresses and other host names at the control address', async ({
  host,
}) => {
  const running = await host.run();
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
