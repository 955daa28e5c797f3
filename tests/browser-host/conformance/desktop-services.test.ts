import { conforms } from '../testing/conform.ts';

const PRESS = "const seen = []; globalShortcut.register('CmdOrCtrl+A', () => seen.push('a'));";

conforms('globalShortcut', [
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
]);

conforms('powerMonitor', [
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
    'throws when there is no application registered to open the URL',
    "await act({ action: 'fail', call: 'shell.openExternal', error: 'Failed to open' }); return shell.openExternal('unknownscheme://')",
    /^Failed to open$/,
  ],
]);

conforms('clipboard', [
  [
    'writeText and readText',
    "await clipboard.writeText('我是中国人'); return clipboard.readText()",
    '我是中国人',
  ],
  [
    'fails through the control address',
    "await act({ action: 'fail', call: 'clipboard.writeText', error: 'busy' }); return clipboard.writeText('x')",
    /^busy$/,
  ],
]);
