import { conforms } from '../testing/conform.ts';

const QUIT = "const seen = log(app, 'before-quit', 'window-all-closed', 'will-quit', 'quit');";
const WINDOW = 'const window = new BrowserWindow({ show: false });';

conforms(
  'app',
  [
    ['returns the version field of package.json', 'app.getVersion()', '1.2.3'],
    ['isPackaged: should be false during tests', 'app.isPackaged', false],
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
    [
      'docs/api/app.md window-all-closed: a listener decides',
      `${QUIT} ${WINDOW} window.close(); return [seen, exits]`,
      [['window-all-closed'], []],
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
