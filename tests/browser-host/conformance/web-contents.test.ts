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
    'loadURL: destroyed meanwhile',
    `${LOAD} window.destroy(); ${FAILED} return [failed.code, failed.errno]`,
    ['ERR_FAILED', -2],
  ],
  [
    'loadURL: fails through the control address',
    `await act({ action: 'fail', call: 'BrowserWindow.loadURL', error: 'ERR_CONNECTION_REFUSED' }); ${LOAD} ${FAILED} return [failed.code, failed.errno]`,
    ['ERR_CONNECTION_REFUSED', -102],
  ],

  [
    'send',
    `${LOADED} contents.send('news', 1, 'a'); const { channel, args } = one.received.at(-1); return [channel, one.value(args)]`,
    ['news', [1, 'a']],
  ],
  [
    'send goes to no foreign page',
    `${LOADED} const other = page('https://foreign.example/'); contents.send('news'); return other.received.some(({ type }) => type === 'message')`,
    false,
  ],
  ['send after destroy', `${LOADED} window.destroy(); contents.send('news')`, DESTROYED],

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
    'senderFrame is null once the window is gone',
    `${LOADED} ${WHO} ${INVOKE} window.destroy(); return given.senderFrame`,
    null,
  ],
  [
    'a foreign frame',
    `${LOADED} ${WHO} const other = page('https://foreign.example/x'); await other.say({ type: 'invoke', id: 0, channel: 'who', args: encode([]) }); return [given.senderFrame.url, given.senderFrame.origin, given.senderFrame.parent === contents.mainFrame]`,
    ['https://foreign.example/x', 'https://foreign.example', true],
  ],
]);
