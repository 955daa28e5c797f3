import { conforms } from '../testing/conform.ts';

const CRASHED = { reason: 'crashed', exitCode: 139 };
const QUIT = "const seen = log(app, 'before-quit', 'window-all-closed', 'will-quit', 'quit');";
const WINDOW = 'const window = new BrowserWindow({ show: false });';

conforms(
  'app',
  [
    ['returns the version field of package.json', 'app.getVersion()', '1.2.3'],
    [
      'returns the name field of package.json',
      '[app.name, app.getName()]',
      ['small-app', 'small-app'],
    ],
    ['overrides the name', "app.name = 'other'; return app.getName()", 'other'],
    ['isPackaged: should be false during tests', 'app.isPackaged', false],
    ['docs/api/app.md isReady', 'app.isReady()', true],
    ['docs/api/app.md whenReady', 'app.whenReady()', undefined],
    [
      'enableSandbox after ready',
      'app.enableSandbox()',
      /^app.enableSandbox\(\) can only be called before app is ready$/,
    ],
    [
      'returns an empty string for a bogus protocol',
      "app.getApplicationNameForProtocol('bogus-protocol://')",
      '',
    ],
    ['requestSingleInstanceLock', 'app.requestSingleInstanceLock()', true],
    [
      'is an event emitter',
      'typeof app.prependListener + typeof app.eventNames',
      'functionfunction',
    ],
    [
      'emit by the app itself',
      "const seen = log(app, 'activate'); app.emit('activate'); return seen",
      ['activate'],
    ],
    [
      'emit by the app itself throws to it',
      "app.on('activate', () => { throw new Error('mine'); }); app.emit('activate')",
      /^mine$/,
    ],
    ['a chain of listeners', "app.on('activate', () => {}) === app", true],
    [
      'removeAllListeners',
      "app.on('activate', () => {}); app.removeAllListeners('activate'); return app.listenerCount('activate')",
      0,
    ],
    ['a listener that is no function', "app.on('activate', 5)", /must be of type function/],
    [
      'should emit browser-window-focus event when window is focused',
      `${WINDOW} let focused; app.on('browser-window-focus', (_, one) => { focused = one; }); window.show(); await later(); return focused === window`,
      true,
    ],
    [
      'should emit browser-window-blur event when window is blurred',
      `${WINDOW} window.show(); await later(); let blurred; app.on('browser-window-blur', (_, one) => { blurred = one; }); window.blur(); await later(); return blurred === window`,
      true,
    ],
    [
      'should emit browser-window-created event when window is created',
      `let created; app.on('browser-window-created', (_, one) => { created = one; }); ${WINDOW} return created === window`,
      true,
    ],
    [
      'should emit web-contents-created event when a webContents is created',
      `let created; app.on('web-contents-created', (_, one) => { created = one; }); ${WINDOW} return created === window.webContents`,
      true,
    ],
    [
      'web-contents-created comes before the constructor returns',
      `const seen = log(app, 'web-contents-created', 'browser-window-created'); ${WINDOW} return seen`,
      ['web-contents-created', 'browser-window-created'],
    ],
    [
      'browser.cc Quit: the order of events',
      `${QUIT} app.quit(); return [seen, exits]`,
      [['before-quit', 'will-quit', 'quit'], [0]],
    ],
    [
      'browser.cc Quit with a window',
      `${QUIT} ${WINDOW} app.quit(); return [seen, exits, window.isDestroyed()]`,
      [['before-quit', 'will-quit', 'quit'], [0], true],
    ],
    [
      'browser.cc HandleBeforeQuit',
      `${QUIT} app.once('before-quit', (event) => event.preventDefault()); app.quit(); return [seen, exits]`,
      [['before-quit'], []],
    ],
    [
      'prevented, then allowed',
      `${QUIT} app.once('before-quit', (event) => event.preventDefault()); app.quit(); app.quit(); return exits`,
      [0],
    ],
    [
      'browser.cc NotifyAndShutdown: will-quit prevented',
      `${QUIT} app.once('will-quit', (event) => event.preventDefault()); app.quit(); return [seen, exits]`,
      [['before-quit', 'will-quit'], []],
    ],
    [
      'browser.cc Quit within before-quit: begins again',
      `${QUIT} app.once('before-quit', () => app.quit()); app.quit(); return seen`,
      ['before-quit', 'before-quit', 'will-quit', 'quit'],
    ],
    [
      'browser.cc Quit while will-quit',
      `${QUIT} app.once('will-quit', () => app.quit()); app.quit(); return [seen, exits]`,
      [['before-quit', 'will-quit', 'quit'], [0]],
    ],
    ['browser.cc Quit after the end', `${QUIT} app.quit(); app.quit(); return exits`, [0]],
    [
      'browser.cc OnWindowCloseCancelled',
      `${QUIT} ${WINDOW} window.once('close', (event) => event.preventDefault()); app.quit(); return [seen, window.isDestroyed()]`,
      [['before-quit'], false],
    ],
    [
      'a cancelled quit can be repeated',
      `${QUIT} ${WINDOW} window.once('close', (event) => event.preventDefault()); app.quit(); app.quit(); return exits`,
      [0],
    ],
    [
      'a cancelled quit still closes the other windows',
      `${WINDOW} const other = new BrowserWindow({ show: false }); window.once('close', (event) => event.preventDefault()); app.quit(); return [window.isDestroyed(), other.isDestroyed()]`,
      [false, true],
    ],
    [
      'an exception in before-quit does not prevent it',
      `${QUIT} app.on('before-quit', () => { throw new Error('mine'); }); app.quit(); return [exits, uncaught.map(String)]`,
      [[0], ['Error: mine']],
    ],
    [
      'docs/api/app.md quit: its exit code',
      "let code; app.on('quit', (_, exitCode) => { code = exitCode; }); app.quit(); return code",
      0,
    ],
    [
      'docs/api/app.md window-all-closed: quits by default',
      `${WINDOW} window.close(); return exits`,
      [0],
    ],
    [
      'docs/api/app.md window-all-closed: a listener decides',
      `${QUIT} ${WINDOW} window.close(); return [seen, exits]`,
      [['window-all-closed'], []],
    ],
    [
      'docs/api/app.md window-all-closed: not while quitting',
      `${QUIT} ${WINDOW} app.quit(); return seen.includes('window-all-closed')`,
      false,
    ],
    [
      'browser.cc Quit: window-all-closed for a window destroyed in before-quit',
      `${WINDOW} ${QUIT} app.once('before-quit', () => window.destroy()); app.quit(); return [seen, exits]`,
      [['before-quit', 'window-all-closed', 'will-quit', 'quit'], [0]],
    ],
    [
      'browser.cc Quit: a window destroyed in before-quit, with no listener, quits within it',
      `${WINDOW} const seen = log(app, 'before-quit', 'will-quit', 'quit'); app.once('before-quit', () => window.destroy()); app.quit(); return [seen, exits]`,
      [['before-quit', 'before-quit', 'will-quit', 'quit'], [0]],
    ],
    [
      'window-all-closed after the last window only',
      `${QUIT} ${WINDOW} new BrowserWindow({ show: false }); window.close(); return seen`,
      [],
    ],
    [
      'emits a process exit event with the code',
      `${QUIT} app.exit(123); return [seen, exits]`,
      [['quit'], [123]],
    ],
    [
      'app.exit: closes all windows',
      `${WINDOW} const closed = log(window, 'close', 'closed'); app.exit(); return [closed, window.isDestroyed(), exits]`,
      [['closed'], true, [0]],
    ],
    [
      'app.exit: windows cannot prevent it',
      `${WINDOW} window.on('close', (event) => event.preventDefault()); app.exit(2); return exits`,
      [2],
    ],
    [
      'app.exit during before-quit',
      `app.on('before-quit', () => app.exit(3)); app.quit(); return exits`,
      [3],
    ],
    ['app.exit requires a whole number', "app.exit('x')", /Error processing argument/],
    [
      'docs/api/app.md second-instance',
      "let given; app.on('second-instance', (event, argv, folder, data) => { given = [typeof event.preventDefault, argv.at(-1), folder, data]; }); await act({ action: 'second-instance', argv: ['--x'], workingDirectory: '/tmp' }); return given",
      ['function', '--x', '/tmp', null],
    ],
    [
      'docs/api/app.md activate',
      "let has; app.on('activate', (_, hasVisibleWindows) => { has = hasVisibleWindows; }); await act({ action: 'activate' }); return has",
      false,
    ],
    [
      'docs/api/app.md render-process-gone',
      `${WINDOW} let given; app.on('render-process-gone', (_, contents, details) => { given = [contents === window.webContents, details]; }); await act({ action: 'crash-page' }); return given`,
      [true, CRASHED],
    ],
    [
      'commandLine.hasSwitch',
      "[app.commandLine.hasSwitch('foobar1'), app.commandLine.hasSwitch('other')]",
      [true, false],
    ],
    [
      'commandLine.getSwitchValue',
      "[app.commandLine.getSwitchValue('foobar1'), app.commandLine.getSwitchValue('other')]",
      ['baz', ''],
    ],
    [
      'commandLine.appendSwitch',
      "app.commandLine.appendSwitch('foobar3', 'hi'); return app.commandLine.getSwitchValue('foobar3')",
      'hi',
    ],
    [
      'commandLine.appendSwitch without a value',
      "app.commandLine.appendSwitch('foobar3'); return [app.commandLine.hasSwitch('foobar3'), app.commandLine.getSwitchValue('foobar3')]",
      [true, ''],
    ],
    [
      'commandLine.removeSwitch',
      "app.commandLine.removeSwitch('foobar1'); return app.commandLine.hasSwitch('foobar1')",
      false,
    ],
    [
      'setActivationPolicy is macOS only',
      "app.setActivationPolicy('accessory')",
      /setActivationPolicy/,
    ],
  ],
  { argv: ['node', '--foobar1=baz'] },
);

const item = (more: object) => ({
  openAtLogin: false,
  wasOpenedAtLogin: false,
  ...more,
});
const SET = 'app.setLoginItemSettings({ openAtLogin: true });';

conforms('app on Linux', [
  [
    'electron.d.ts Settings: no openAsHidden',
    'app.setLoginItemSettings({ openAtLogin: true, openAsHidden: true })',
    /^not implemented: app.setLoginItemSettings with openAsHidden$/,
  ],
  ['browser_linux.cc GetLoginItemSettings', `${SET} return app.getLoginItemSettings()`, item({})],
]);

conforms(
  'app on macOS',
  [
    [
      'throws an error on invalid application policies',
      "app.setActivationPolicy('terrible')",
      /Error processing argument/,
    ],
    ['setActivationPolicy', "app.setActivationPolicy('accessory')", undefined],
    [
      'can set a login item',
      `${SET} return app.getLoginItemSettings()`,
      item({ openAtLogin: true, status: 'enabled' }),
    ],
    [
      'can unset a login item',
      `${SET} app.setLoginItemSettings({ openAtLogin: false }); return app.getLoginItemSettings()`,
      item({ status: 'not-registered' }),
    ],
    [
      'turned off in System Settings',
      `${SET} await act({ action: 'turn-off-login-item' }); return app.getLoginItemSettings()`,
      item({ status: 'requires-approval' }),
    ],
    [
      'turned off in System Settings stays off',
      `${SET} await act({ action: 'turn-off-login-item' }); ${SET} return app.getLoginItemSettings().openAtLogin`,
      false,
    ],
    [
      'a desktop that rejects it',
      `await act({ action: 'fail', call: 'app.setLoginItemSettings', error: 'no' }); ${SET}`,
      /^no$/,
    ],
  ],
  { platform: 'darwin' },
);

conforms(
  'app on Windows',
  [
    [
      'correctly sets and unsets the LoginItem',
      `${SET} const on = app.getLoginItemSettings().openAtLogin; app.setLoginItemSettings({ openAtLogin: false }); return [on, app.getLoginItemSettings().openAtLogin]`,
      [true, false],
    ],
    [
      'executableWillLaunchAtLogin',
      `${SET} return app.getLoginItemSettings().executableWillLaunchAtLogin`,
      true,
    ],
    [
      'turned off in Task Manager',
      `${SET} await act({ action: 'turn-off-login-item' }); return app.getLoginItemSettings()`,
      item({ openAtLogin: true, executableWillLaunchAtLogin: false }),
    ],
    [
      'docs/api/app.md enabled: true by default, overrules Task Manager',
      `${SET} await act({ action: 'turn-off-login-item' }); ${SET} return app.getLoginItemSettings().executableWillLaunchAtLogin`,
      true,
    ],
    [
      'docs/api/app.md enabled: false',
      'app.setLoginItemSettings({ openAtLogin: true, enabled: false }); return app.getLoginItemSettings().executableWillLaunchAtLogin',
      false,
    ],
    ['setAppUserModelId', "app.setAppUserModelId('com.example.app')", undefined],
  ],
  { platform: 'win32' },
);

conforms(
  'app before ready',
  [
    ['isReady', 'app.isReady()', false],
    [
      'ready comes once',
      "const seen = log(app, 'ready'); host.app.becomeReady(); return seen",
      ['ready'],
    ],
    [
      'whenReady resolves at ready',
      'const ready = app.whenReady().then(() => app.isReady()); host.app.becomeReady(); return ready',
      true,
    ],
    ['enableSandbox', 'app.enableSandbox()', undefined],
    [
      'browser.cc ExitWithCode: leaves at once',
      `${QUIT} app.exit(5); return [seen, exits]`,
      [[], [5]],
    ],
    [
      'browser.cc Quit',
      `${QUIT} app.quit(); return [seen, exits]`,
      [['before-quit', 'will-quit', 'quit'], [0]],
    ],
  ],
  { isReady: false },
);
