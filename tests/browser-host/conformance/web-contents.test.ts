import { conforms } from '../testing/conform.ts';

const NEW =
  "protocol.handle('app', () => new Response('')); const window = new BrowserWindow({ show: false }); const contents = window.webContents;";
const URL = "'app://bundle/index.html'";
const LOAD = `${NEW} const loading = window.loadURL(${URL});`;
const LOADED = `${LOAD} const one = await loaded(); await loading;`;
const FAILED = 'const failed = await loading.catch((error) => error);';
const DESTROYED = /^Object has been destroyed$/;
const NAVIGATE =
  "await one.say({ type: 'navigate', id: 7, url: 'http://host/1/app://bundle/other.html' });";
const OPEN = "await one.say({ type: 'open', url: 'https://example.com/', frameName: 'name' });";

conforms('webContents', [
  ['has an id', `${NEW} return typeof contents.id`, 'number'],
  ['the same object each time', `${NEW} return window.webContents === contents`, true],
  ['session', `${NEW} return contents.session === session.defaultSession`, true],
  [
    'setWebRTCIPHandlingPolicy: can set and get the WebRTC IP Handling Policy',
    `${NEW} const before = contents.getWebRTCIPHandlingPolicy(); contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp'); return [before, contents.getWebRTCIPHandlingPolicy()]`,
    ['default', 'disable_non_proxied_udp'],
  ],

  [
    'loadURL: should return a promise that resolves',
    `${LOAD} await loaded(); return loading`,
    undefined,
  ],
  [
    'loadURL: resolves for data:',
    `${NEW} const loading = window.loadURL('data:text/html,x'); await loaded(); return loading`,
    undefined,
  ],
  [
    'loadURL: rejects when navigation is cancelled due to a bad scheme',
    `${NEW} const loading = window.loadURL('bad-scheme://foo'); ${FAILED} return failed.code`,
    'ERR_FAILED',
  ],
  [
    'loadURL: invalid URL load rejects',
    `${NEW} const loading = window.loadURL('invalidURL'); ${FAILED} return [failed.code, failed.errno]`,
    ['ERR_INVALID_URL', -300],
  ],
  [
    'loadURL: rejects if the load is aborted',
    `${LOAD} window.loadURL('app://bundle/b'); ${FAILED} return [failed.code, failed.errno, failed.url]`,
    ['ERR_ABORTED', -3, 'app://bundle/b'],
  ],
  [
    'loadURL: destroyed meanwhile',
    `${LOAD} window.destroy(); ${FAILED} return [failed.code, failed.errno]`,
    ['ERR_FAILED', -2],
  ],
  [
    'loadURL: sets appropriate error information on rejection',
    `${LOAD} host.windows.open()[0].contents.fail('ERR_UNEXPECTED'); ${FAILED} return [failed.code, failed.errno, failed.url]`,
    ['ERR_UNEXPECTED', -9, 'app://bundle/index.html'],
  ],
  [
    'loadURL: fails through the control address',
    `await act({ action: 'fail', call: 'BrowserWindow.loadURL', error: 'ERR_CONNECTION_REFUSED' }); ${LOAD} ${FAILED} return [failed.code, failed.errno]`,
    ['ERR_CONNECTION_REFUSED', -102],
  ],
  [
    'loadURL: a rejection that is not awaited',
    `${LOAD} window.destroy(); await later(); return uncaught`,
    [],
  ],

  [
    'send: throws an error when the channel is missing',
    `${NEW} contents.send()`,
    /^Missing required channel argument$/,
  ],
  [
    'send',
    `${LOADED} contents.send('news', 1, 'a'); const { channel, args } = one.received.at(-1); return [channel, one.value(args)]`,
    ['news', [1, 'a']],
  ],
  [
    'send before a page is there',
    `${LOAD} contents.send('news'); const one = page(); return one.received.some(({ type }) => type === 'message')`,
    false,
  ],
  [
    'send: what cannot be cloned is printed, not thrown',
    `${LOADED} contents.send('news', () => {}); return one.received.some(({ type }) => type === 'message')`,
    false,
  ],
  [
    'send goes to no foreign page',
    `${LOADED} const other = page('https://foreign.example/'); contents.send('news'); return other.received.some(({ type }) => type === 'message')`,
    false,
  ],
  ['send after destroy', `${LOADED} window.destroy(); contents.send('news')`, DESTROYED],

  ['getURL after destroy', `${NEW} window.destroy(); contents.getURL()`, DESTROYED],
  [
    'pages of a destroyed window are told',
    `${LOADED} window.destroy(); return one.received.at(-1)`,
    { type: 'closed' },
  ],

  [
    'will-frame-navigate comes first',
    `${LOADED} const seen = log(contents, 'will-navigate', 'will-frame-navigate'); ${NAVIGATE} return seen`,
    ['will-frame-navigate', 'will-navigate'],
  ],
  [
    'will-frame-navigate: can be prevented',
    `${LOADED} const seen = log(contents, 'will-navigate'); contents.on('will-frame-navigate', (event) => event.preventDefault()); ${NAVIGATE} return [seen, one.received.at(-1)]`,
    [[], { type: 'navigation', id: 7, isAllowed: false }],
  ],
  [
    'will-navigate: can be prevented',
    `${LOADED} contents.on('will-navigate', (event) => event.preventDefault()); ${NAVIGATE} return one.received.at(-1)`,
    { type: 'navigation', id: 7, isAllowed: false },
  ],
  [
    'allowed without listeners',
    `${LOADED} ${NAVIGATE} return one.received.at(-1)`,
    { type: 'navigation', id: 7, isAllowed: true },
  ],
  [
    'setWindowOpenHandler: its details',
    `${LOADED} let given; contents.setWindowOpenHandler((details) => { given = details; return { action: 'deny' }; }); ${OPEN} return [given.url, given.frameName, given.disposition]`,
    ['https://example.com/', 'name', 'new-window'],
  ],
  [
    'setWindowOpenHandler: null is refused',
    `${LOADED} contents.setWindowOpenHandler(() => null); ${OPEN} return BrowserWindow.getAllWindows().length`,
    1,
  ],

  [
    'render-process-gone',
    `${LOADED} let details; contents.on('render-process-gone', (_, given) => { details = given; }); await act({ action: 'crash-page' }); return details`,
    { reason: 'crashed', exitCode: 139 },
  ],
  [
    'render-process-gone: its reason',
    `${LOADED} let details; contents.on('render-process-gone', (_, given) => { details = given; }); await act({ action: 'crash-page', reason: 'oom' }); return details.reason`,
    'oom',
  ],
  [
    'a crashed page receives nothing',
    `${LOADED} await act({ action: 'crash-page' }); contents.send('news'); return one.received.at(-1)`,
    { type: 'closed' },
  ],
  [
    'destroyed in render-process-gone',
    `${LOADED} contents.on('render-process-gone', () => window.destroy()); await act({ action: 'crash-page' }); return [window.isDestroyed(), uncaught]`,
    [true, []],
  ],
]);

const WHO = "ipcMain.handle('who', (event) => { given = event; return 1; }); let given;";
const INVOKE = "await one.say({ type: 'invoke', id: 0, channel: 'who', args: encode([]) });";

conforms('WebFrameMain', [
  [
    'senderFrame is the main frame',
    `${LOADED} ${WHO} ${INVOKE} return given.senderFrame === contents.mainFrame`,
    true,
  ],
  [
    'the main frame has no parent',
    `${LOADED} return [contents.mainFrame.parent, contents.mainFrame.top === contents.mainFrame]`,
    [null, true],
  ],
  ['url', `${LOADED} return contents.mainFrame.url`, 'app://bundle/index.html'],
  ['origin', `${LOADED} return contents.mainFrame.origin`, 'app://bundle'],
  [
    'returns null upon accessing senderFrame after cross-origin navigation',
    `${LOADED} ${WHO} ${INVOKE} host.windows.open()[0].contents.detach(one); return given.senderFrame`,
    null,
  ],
  [
    'senderFrame is null once the window is gone',
    `${LOADED} ${WHO} ${INVOKE} window.destroy(); return given.senderFrame`,
    null,
  ],
  [
    'a disposed frame throws',
    `${LOADED} const frame = contents.mainFrame; window.destroy(); frame.url`,
    /^Render frame was disposed before WebFrameMain could be accessed$/,
  ],
  [
    'a foreign frame',
    `${LOADED} ${WHO} const other = page('https://foreign.example/x'); await other.say({ type: 'invoke', id: 0, channel: 'who', args: encode([]) }); return [given.senderFrame.url, given.senderFrame.origin, given.senderFrame.parent === contents.mainFrame]`,
    ['https://foreign.example/x', 'https://foreign.example', true],
  ],
]);
