import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { CONTENT_SECURITY_POLICY } from '../../src/main/panel/bundle.ts';
import { CHROMIUM } from '../chromium.ts';
import { type BrowserHost, startBrowserHost } from './index.ts';
import { type AppFolder, appFolder, test } from './testing/running.ts';

const READY = `
  ipcMain.handle('echo', (event, value) => value);
  ipcMain.handle('function', () => () => {});
  ipcMain.handle('throws', () => { throw new RangeError('too far'); });
  ipcMain.handle('publish', (event, text) => event.sender.send('news', text));
  ipcMain.handle('who', ({ sender, senderFrame }) =>
    [senderFrame.url, senderFrame === sender.mainFrame, senderFrame.parent === null]);
  let isAllowed = false;
  ipcMain.handle('allow', () => { isAllowed = true; });
  const note = (title) => new Notification({ title }).show();
  app.on('web-contents-created', (event, contents) => {
    contents.on('will-frame-navigate', (details) => {
      note('navigate ' + details.url + ' ' + details.isMainFrame);
      if (!isAllowed) details.preventDefault();
    });
    contents.setWindowOpenHandler(({ url }) => {
      note('open ' + url);
      return { action: 'deny' };
    });
  });`;

let browser: Browser;
let app: AppFolder;
/** One app for all tests but those of a preload. */
let running: BrowserHost;

beforeAll(async () => {
  browser = await chromium.launch(CHROMIUM);
  app = await appFolder({ ready: READY });
  running = await startBrowserHost({ app: app.folder, userData: app.userData });
});
afterAll(async () => {
  await browser.close();
  await running.close();
  await app[Symbol.asyncDispose]();
});

interface Visit {
  readonly page: Page;
  readonly errors: string[];
}

async function visit(path = '', host = running): Promise<Visit> {
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(host.url + path);
  return { page, errors };
}

const titles = async () => (await running.state()).notifications.map(({ title }) => title);

/** Runs code in the page; like a debugger, it bypasses the page's policy. */
const inPage = (page: Page, code: string): Promise<unknown> =>
  page.evaluate(`(async () => ${code})()`);
const caught = (page: Page, code: string) =>
  inPage(page, `{ try { return await ${code}; } catch (error) { return String(error); } }`);

test('values are cloned: built-in types survive, classes do not', async () => {
  const { page } = await visit();
  const shapes = await inPage(
    page,
    `{
      const echo = (value) => window.bridge.invoke('echo', value);
      const cyclic = { name: 'a' };
      cyclic.self = cyclic;
      const back = await echo(cyclic);
      return {
        date: (await echo(new Date(5))).getTime(),
        map: [...(await echo(new Map([[1, { a: 1 }]])))],
        set: [...(await echo(new Set(['x'])))],
        big: String(await echo(10n)),
        nan: String(await echo(NaN)),
        zero: Object.is(await echo(-0), -0),
        missing: (await echo(undefined)) === undefined,
        holes: Object.keys(await echo([1, , 3])),
        bytes: [...(await echo(new Uint8Array([1, 2])))],
        proto: Object.keys(await echo(JSON.parse('{"__proto__": 1}'))),
        cyclic: back.self === back,
      };
    }`,
  );
  expect(shapes).toEqual({
    date: 5,
    map: [[1, { a: 1 }]],
    set: ['x'],
    big: '10',
    nan: 'NaN',
    zero: true,
    missing: true,
    // The context bridge, unlike the clone, fills the holes of an array.
    holes: ['0', '1', '2'],
    bytes: [1, 2],
    proto: ['__proto__'],
    cyclic: true,
  });
});

test('errors have the messages of Electron', async () => {
  const { page } = await visit();
  expect(await caught(page, "window.bridge.invoke('echo', () => {})")).toBe(
    'Error: An object could not be cloned.',
  );
  expect(await caught(page, "window.bridge.invoke('function')")).toBe(
    "Error: Error invoking remote method 'function': Error: An object could not be cloned.",
  );
  expect(await caught(page, "window.bridge.invoke('throws')")).toBe(
    "Error: Error invoking remote method 'throws': RangeError: too far",
  );
  expect(await caught(page, "window.bridge.invoke('missing')")).toBe(
    "Error: Error invoking remote method 'missing': Error: No handler registered for 'missing'",
  );
});

test('the exposed object is frozen', async () => {
  const { page } = await visit();
  expect(await inPage(page, 'Object.isFrozen(window.bridge)')).toBe(true);
  expect(await caught(page, '(() => { "use strict"; window.bridge = 1; })()')).toContain(
    'read only',
  );
});

test('only exposed values reach the page, and a preload that exceeds the sandbox fails', async ({
  host,
}) => {
  const cases = [
    ["require('node:fs')", 'module not found: node:fs'],
    ["require('./other.cjs')", 'module not found: ./other.cjs'],
    ["require('electron').shell", 'not implemented: electron.shell'],
    ["require('electron').ipcRenderer.sendSync('x')", 'not implemented: ipcRenderer.sendSync'],
  ];
  // Each in a separate task, since an uncaught error ends its task.
  const tasks = cases.map(([code]) => `setTimeout(() => { ${code}; });`).join('\n');
  const preload = `window.secret = 1; globalThis.other = 2; ${tasks}`;
  const { page, errors } = await visit('', await host.run({ preload }));
  expect(await inPage(page, '[typeof secret, typeof other, typeof require]')).toEqual(
    Array(3).fill('undefined'),
  );
  await expect.poll(() => errors).toEqual(cases.map(([, message]) => message));
});

test('a preload that is not CommonJS prevents its window', async ({ host }) => {
  const strict = await host.run({
    preload: "import { ipcRenderer } from 'electron';",
    ready: `try { openWindow(); } catch (error) { new Notification({ title: error.message }).show(); }`,
  });
  const [first] = (await strict.state()).notifications;
  expect(first?.title).toContain('Cannot use import statement');
});

test('two pages share a window, and each receives its own responses', async () => {
  const one = await visit();
  const two = await visit();
  const listen =
    "{ window.news = []; window.bridge.on('news', (text) => window.news.push(text)); }";
  for (const { page } of [one, two]) await inPage(page, listen);
  expect(await inPage(one.page, "window.bridge.invoke('echo', 1)")).toBe(1);
  expect(await inPage(two.page, "window.bridge.invoke('echo', 2)")).toBe(2);
  await inPage(one.page, "window.bridge.invoke('publish', 'hello')");
  for (const { page } of [one, two]) {
    await expect.poll(() => inPage(page, 'window.news')).toEqual(['hello']);
  }
  const windows = async () => (await running.state()).windows;
  await expect.poll(windows).toMatchObject([{ pages: 2, isVisible: true }]);
});

test('main can distinguish the panel from a foreign frame', async () => {
  const own = await visit();
  const foreign = await visit('foreign');
  const who = "window.bridge.invoke('who')";
  expect(await inPage(own.page, who)).toEqual(['app://bundle/index.html', true, true]);
  expect(await inPage(foreign.page, who)).toEqual(['https://foreign.example/', false, false]);
});

test('the policy is the app’s plus one socket', async () => {
  const page = await browser.newPage();
  const answer = await page.goto(running.url);
  const policy = answer?.headers()['content-security-policy'] ?? '';
  const others = CONTENT_SECURITY_POLICY.replace("connect-src 'none'; ", '');
  expect(others).not.toContain('connect-src');
  expect(policy.replace(/ws:\S+/, 'SOCKET')).toBe(`${others}; connect-src SOCKET`);
  expect(policy).toContain(running.url.replace('http:', 'ws:'));
});

test('a page opens nothing, and navigates only when main allows it', async () => {
  const { page } = await visit();
  const before = page.url();
  expect(await inPage(page, "window.open('https://example.com/a')")).toBe(null);
  const targets = [
    ["location.href = 'https://example.com/b'", 'https://example.com/b'],
    ["location.href = './other.html'", 'app://bundle/other.html'],
    ['location.reload()', 'app://bundle/index.html'],
  ] as const;
  const expected = ['open https://example.com/a'];
  for (const [code, url] of targets) {
    await inPage(page, `{ window.isOld = true; ${code}; }`);
    expected.push(`navigate ${url} true`);
    await expect.poll(titles).toEqual(expected);
  }
  // The refusal arrives before this response.
  await inPage(page, "window.bridge.invoke('allow')");
  expect([page.url(), await inPage(page, 'window.isOld')]).toEqual([before, true]);
  await inPage(page, '{ location.reload(); }');
  await expect.poll(() => inPage(page, 'window.isOld').catch(() => true)).toBe(undefined);
});
