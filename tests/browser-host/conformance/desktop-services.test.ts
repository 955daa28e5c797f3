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
    "globalShortcut.register('CmdOrCtrl+A', () => {}); const is = globalShortcut.isRegistered('CmdOrCtrl+A'); globalShortcut.unregister('CmdOrCtrl+A'); return [is, globalShortcut.isRegistered('CmdOrCtrl+A')]",
    [true, false],
  ],
  [
    'can re-register the same accelerator without error',
    "globalShortcut.register('CmdOrCtrl+Z', () => {}); globalShortcut.register('CmdOrCtrl+Z', () => {}); return globalShortcut.isRegistered('CmdOrCtrl+Z')",
    true,
  ],
  [
    'the same keys in other words',
    "globalShortcut.register('CommandOrControl+A', () => {}); return globalShortcut.isRegistered('ctrl+a')",
    true,
  ],
  [
    'returns false for an accelerator that was never registered',
    "globalShortcut.isRegistered('CmdOrCtrl+B')",
    false,
  ],
  [
    'does not throw when unregistering a non-registered accelerator',
    "globalShortcut.unregister('CmdOrCtrl+C')",
    undefined,
  ],
  [
    'does not affect other registered shortcuts',
    "globalShortcut.register('CmdOrCtrl+A', () => {}); globalShortcut.register('CmdOrCtrl+B', () => {}); globalShortcut.unregister('CmdOrCtrl+A'); return globalShortcut.isRegistered('CmdOrCtrl+B')",
    true,
  ],
  [
    'unregisterAll does not throw when no shortcuts are registered',
    'globalShortcut.unregisterAll()',
    undefined,
  ],
  [
    'unregisters all previously registered shortcuts',
    "globalShortcut.register('CmdOrCtrl+A', () => {}); globalShortcut.unregisterAll(); return globalShortcut.isRegistered('CmdOrCtrl+A')",
    false,
  ],
  [
    'allows re-registration after clearing all shortcuts',
    "globalShortcut.register('CmdOrCtrl+A', () => {}); globalShortcut.unregisterAll(); return globalShortcut.register('CmdOrCtrl+A', () => {})",
    true,
  ],
  [
    'docs/api/global-shortcut.md: taken by another program',
    "await act({ action: 'fail', call: 'globalShortcut.register', error: 'taken' }); return [globalShortcut.register('CmdOrCtrl+A', () => {}), globalShortcut.isRegistered('CmdOrCtrl+A')]",
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
  [
    'modifiers alone',
    "globalShortcut.register('Ctrl+Shift', () => {})",
    /Error processing argument/,
  ],
  ['empty', "globalShortcut.register('', () => {})", /Error processing argument/],
  [
    'an exception in the callback',
    "globalShortcut.register('Ctrl+A', () => { throw new Error('mine'); }); await act({ action: 'press-shortcut', accelerator: 'Ctrl+A' }); return uncaught.length",
    1,
  ],
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
    [
      'unregisterAll',
      'globalShortcut.unregisterAll()',
      /^globalShortcut cannot be used before the app is ready$/,
    ],
    [
      'isRegistered',
      "globalShortcut.isRegistered('Ctrl+A')",
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
    'docs/api/power-monitor.md lock-screen and unlock-screen',
    "const seen = log(powerMonitor, 'lock-screen', 'unlock-screen'); await act({ action: 'lock-screen' }); await act({ action: 'unlock-screen' }); return seen",
    ['lock-screen', 'unlock-screen'],
  ],
  ['is an event emitter', "powerMonitor.on('suspend', () => {}) === powerMonitor", true],
  [
    'an exception in a listener',
    "powerMonitor.on('suspend', () => { throw new Error('mine'); }); await act({ action: 'suspend' }); return uncaught.length",
    1,
  ],
]);

conforms(
  'powerMonitor before ready',
  [
    [
      'is usable before app ready',
      "powerMonitor.on('suspend', () => {}); return powerMonitor.listenerCount('suspend')",
      1,
    ],
  ],
  { isReady: false },
);

conforms('nativeTheme', [
  ['shouldUseDarkColors returns a boolean', 'typeof nativeTheme.shouldUseDarkColors', 'boolean'],
  ['themeSource is system by default', 'nativeTheme.themeSource', 'system'],
  [
    'should override the value of shouldUseDarkColors',
    "nativeTheme.themeSource = 'dark'; const dark = nativeTheme.shouldUseDarkColors; nativeTheme.themeSource = 'light'; return [dark, nativeTheme.shouldUseDarkColors]",
    [true, false],
  ],
  [
    'should emit the "updated" event when it is set and the resulting "shouldUseDarkColors" value changes',
    "const seen = log(nativeTheme, 'updated'); nativeTheme.themeSource = 'light'; nativeTheme.themeSource = 'dark'; return seen.length",
    2,
  ],
  [
    'should not emit the "updated" event when it is set and the resulting "shouldUseDarkColors" value is the same',
    "nativeTheme.themeSource = 'dark'; const seen = log(nativeTheme, 'updated'); nativeTheme.themeSource = 'dark'; return seen.length",
    0,
  ],
  ['an unknown source', "nativeTheme.themeSource = 'pink'", /Error processing argument/],
  [
    'the desktop changes',
    "const seen = log(nativeTheme, 'updated'); await act({ action: 'light' }); return [seen.length, nativeTheme.shouldUseDarkColors]",
    [1, false],
  ],
  [
    'the desktop changes under a fixed source',
    "nativeTheme.themeSource = 'dark'; const seen = log(nativeTheme, 'updated'); await act({ action: 'light' }); return [seen.length, nativeTheme.shouldUseDarkColors]",
    [0, true],
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
  [
    'a failure is a rejection',
    "await act({ action: 'fail', call: 'shell.openExternal', error: 'x' }); return shell.openExternal('https://example.com').catch(({ message }) => message)",
    'x',
  ],
  [
    'a failed link is not opened',
    "await act({ action: 'fail', call: 'shell.openExternal', error: 'x' }); await shell.openExternal('https://example.com').catch(() => {}); return host.services.openedUrls()",
    [],
  ],
  [
    'works again',
    "await act({ action: 'fail', call: 'shell.openExternal', error: 'x' }); await act({ action: 'fail', call: 'shell.openExternal', error: null }); return shell.openExternal('https://example.com')",
    undefined,
  ],
  ['a wrong type throws at once', 'shell.openExternal(5)', /Error processing argument/],
  ['no argument', 'shell.openExternal()', /Insufficient number of arguments/],
]);

conforms('clipboard', [
  [
    'writeText and readText',
    "await clipboard.writeText('我是中国人'); return clipboard.readText()",
    '我是中国人',
  ],
  ['breaking changes 44: returns a promise', "clipboard.writeText('x') instanceof Promise", true],
  ['a wrong type', 'clipboard.writeText(5)', /Error processing argument/],
  [
    'fails through the control address',
    "await act({ action: 'fail', call: 'clipboard.writeText', error: 'busy' }); return clipboard.writeText('x')",
    /^busy$/,
  ],
  [
    'a failure leaves what was there',
    "await clipboard.writeText('a'); await act({ action: 'fail', call: 'clipboard.writeText', error: 'busy' }); await clipboard.writeText('b').catch(() => {}); return clipboard.readText()",
    'a',
  ],
]);

conforms('nativeImage', [
  [
    'createFromPath loads images from paths',
    "const image = nativeImage.createFromPath(file('icon.png')); return [image.isEmpty(), image.getSize()]",
    [false, { width: 16, height: 16 }],
  ],
  [
    'getSize returns a copy',
    "const image = nativeImage.createFromPath(file('icon.png')); image.getSize().width = 5; return image.getSize().width",
    16,
  ],
  [
    'docs/api/native-image.md template: by its name',
    "nativeImage.createFromPath(file('icon.png')).isTemplateImage()",
    false,
  ],
  [
    'setTemplateImage',
    "const image = nativeImage.createFromPath(file('icon.png')); image.setTemplateImage(true); return image.isTemplateImage()",
    true,
  ],
  ['a wrong type', 'nativeImage.createFromPath(5)', /Error processing argument/],
]);
