import { conforms } from '../testing/conform.ts';

const PRESS = "const seen = []; globalShortcut.register('CmdOrCtrl+A', () => seen.push('a'));";

conforms('globalShortcut', [
  [
    'returns true on successful registration',
    "globalShortcut.register('CmdOrCtrl+Q', () => {})",
    true,
  ],
  [
    'can register and unregister single accelerators',
    "globalShortcut.register('CmdOrCtrl+A', () => {}); const is = host.services.shortcuts().includes('CmdOrCtrl+A'); globalShortcut.unregister('CmdOrCtrl+A'); return [is, host.services.shortcuts().includes('CmdOrCtrl+A')]",
    [true, false],
  ],
  [
    'docs/api/global-shortcut.md: taken by another program',
    "await act({ action: 'fail', call: 'globalShortcut.register', error: 'taken' }); return [globalShortcut.register('CmdOrCtrl+A', () => {}), host.services.shortcuts().includes('CmdOrCtrl+A')]",
    [false, false],
  ],
  [
    'pressed',
    `${PRESS} await act({ action: 'press-shortcut', accelerator: 'Ctrl+A' }); return seen`,
    ['a'],
  ],
  [
    'not pressed after unregister',
    `${PRESS} globalShortcut.unregister('Ctrl+A'); await act({ action: 'press-shortcut', accelerator: 'Ctrl+A' })`,
    /is not registered/,
  ],
  ['no accelerator', "globalShortcut.register('Foo+Bar+A', () => {})", /Error processing argument/],
]);

conforms(
  'globalShortcut before ready',
  [
    [
      'register',
      "globalShortcut.register('Ctrl+A', () => {})",
      /^globalShortcut cannot be used before the app is ready$/,
    ],
    [
      'unregister',
      "globalShortcut.unregister('Ctrl+A')",
      /^globalShortcut cannot be used before the app is ready$/,
    ],
  ],
  { isReady: false },
);

conforms('powerMonitor', [
  [
    'suspend and resume',
    "const seen = log(powerMonitor, 'suspend', 'resume'); await act({ action: 'suspend' }); await act({ action: 'resume' }); return seen",
    ['suspend', 'resume'],
  ],
  [
    'electron_api_power_monitor.cc: each has an event object',
    "const types = []; for (const name of ['suspend', 'resume', 'shutdown']) { powerMonitor.on(name, (event) => types.push(typeof event.preventDefault)); await act({ action: name }); } return types",
    ['function', 'function', 'function'],
  ],
  [
    'docs/api/power-monitor.md: a lock is not reported on Linux',
    "powerMonitor.on('lock-screen', () => {}); await act({ action: 'lock-screen' })",
    /does not report lock-screen on linux/,
  ],
]);

const LOCK =
  "const seen = log(powerMonitor, 'lock-screen', 'unlock-screen'); await act({ action: 'lock-screen' }); await act({ action: 'unlock-screen' }); return seen";
const LOCKED = ['lock-screen', 'unlock-screen'];

conforms(
  'powerMonitor on macOS',
  [
    ['docs/api/power-monitor.md lock-screen and unlock-screen', LOCK, LOCKED],
    [
      'docs/api/power-monitor.md shutdown',
      "const seen = log(powerMonitor, 'shutdown'); await act({ action: 'shutdown' }); return seen",
      ['shutdown'],
    ],
  ],
  { platform: 'darwin' },
);

conforms(
  'powerMonitor on Windows',
  [
    ['docs/api/power-monitor.md lock-screen and unlock-screen', LOCK, LOCKED],
    [
      'docs/api/power-monitor.md: a shutdown is not reported on Windows',
      "await act({ action: 'shutdown' })",
      /does not report shutdown on win32/,
    ],
  ],
  { platform: 'win32' },
);

conforms('nativeTheme', [
  [
    'the desktop changes',
    "const seen = log(nativeTheme, 'updated'); await act({ action: 'light' }); return [seen.length, nativeTheme.shouldUseDarkColors]",
    [1, false],
  ],
]);

conforms('shell', [
  [
    'opens an external link',
    "await shell.openExternal('https://example.com'); return host.services.openedUrls()",
    ['https://example.com/'],
  ],
  [
    'throws when there is no application registered to open the URL',
    "await act({ action: 'fail', call: 'shell.openExternal', error: 'Failed to open' }); return shell.openExternal('unknownscheme://')",
    /^Failed to open$/,
  ],
  ['a wrong type throws at once', 'shell.openExternal(5)', /Error processing argument/],
]);

conforms('clipboard', [
  [
    'writeText and readText',
    "await clipboard.writeText('我是中国人'); return clipboard.readText()",
    '我是中国人',
  ],
  ['breaking changes 44: returns a promise', "clipboard.writeText('x') instanceof Promise", true],
  [
    'fails through the control address',
    "await act({ action: 'fail', call: 'clipboard.writeText', error: 'busy' }); return clipboard.writeText('x')",
    /^busy$/,
  ],
]);
