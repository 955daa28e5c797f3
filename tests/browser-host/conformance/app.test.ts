import { conforms } from '../testing/conform.ts';

const QUIT = "const seen = log(app, 'before-quit', 'window-all-closed', 'will-quit', 'quit');";
const WINDOW = 'const window = new BrowserWindow({ show: false });';

conforms(
  'app',
  [
    ['returns the version field of package.json', 'app.getVersion()', '1.2.3'],
    ['isPackaged: should be false during tests', 'app.isPackaged', false],
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
    ['a chain of listeners', "app.on('activate', () => {}) === app", true],
    ['a listener that is no function', "app.on('activate', 5)", /must be of type function/],
    [
      'should emit web-contents-created event when a webContents is created',
      `let created; app.on('web-contents-created', (_, one) => { created = one; }); ${WINDOW} return created === window.webContents`,
      true,
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
      'browser.cc NotifyAndShutdown: will-quit prevented',
      `${QUIT} app.once('will-quit', (event) => event.preventDefault()); app.quit(); return [seen, exits]`,
      [['before-quit', 'will-quit'], []],
    ],
    [
      'browser.cc Quit while will-quit',
      `${QUIT} app.once('will-quit', () => app.quit()); app.quit(); return [seen, exits]`,
      [['before-quit', 'will-quit', 'quit'], [0]],
    ],
    ['browser.cc Quit after the end', `${QUIT} app.quit(); app.quit(); return exits`, [0]],
    [
      'an exception in before-quit does not prevent it',
      `${QUIT} app.on('before-quit', () => { throw new Error('mine'); }); app.quit(); return [exits, uncaught.map(String)]`,
      [[0], ['Error: mine']],
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
      'app.exit during before-quit',
      `app.on('before-quit', () => app.exit(3)); app.quit(); return exits`,
      [3],
    ],
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
      'can set a login item',
      `${SET} return app.getLoginItemSettings()`,
      item({ openAtLogin: true, status: 'enabled' }),
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
