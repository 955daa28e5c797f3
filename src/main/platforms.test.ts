import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { silentLog } from '../core/log.ts';
import { createVirtualClock } from '../core/virtual-clock.ts';
import { electronAutostart } from './desktop/autostart.ts';
import { type Platform, setApplicationMenu } from './desktop/platform.ts';
import { policyPath } from './desktop/updater.ts';
import { createElectronPanel } from './panel/electron-panel.ts';
import { callsOf, clearCalls } from './testing/electron.ts';
import { openElectronTray } from './tray/electron-tray.ts';

// What each platform gets of Electron.

beforeEach(clearCalls);

const events = () => callsOf('on').map(([event]) => event);

interface Row {
  readonly platform: Platform;
  /** Events of the icon. */
  readonly clicks: readonly string[];
  readonly hasTitle: boolean;
  /** Whether the desktop opens the menu of the icon itself. */
  readonly hasContextMenu: boolean;
  /** Of a window at the icon. */
  readonly windowType: string | undefined;
  readonly isOnAllSpaces: boolean;
  /** Tells that the user changed its size. */
  readonly resized: string;
  readonly firstMenu: object;
  readonly policy: string;
}

const FILE_MENU = { label: 'File', submenu: [{ role: 'quit' }] };

const ROWS: readonly Row[] = [
  {
    ...{ platform: 'darwin', clicks: ['click', 'right-click'], hasTitle: true },
    ...{ hasContextMenu: false, windowType: 'panel', isOnAllSpaces: true, resized: 'resized' },
    firstMenu: { role: 'appMenu' },
    policy: '/Library/Application Support/GPU Tray/policy.json',
  },
  {
    ...{ platform: 'win32', clicks: ['click'], hasTitle: false },
    ...{ hasContextMenu: true, windowType: undefined, isOnAllSpaces: false, resized: 'resized' },
    firstMenu: FILE_MENU,
    policy: join('D:\\Data', 'GPU Tray', 'policy.json'),
  },
  {
    ...{ platform: 'linux', clicks: ['click'], hasTitle: false },
    ...{ hasContextMenu: true, windowType: undefined, isOnAllSpaces: false, resized: 'resize' },
    firstMenu: FILE_MENU,
    policy: '/etc/gpu-tray/policy.json',
  },
];

test.each(ROWS)('the tray of $platform', ({ platform, clicks, hasTitle, hasContextMenu }) => {
  const tray = openElectronTray({
    ...{ iconFolder: '/', platform, onAction: () => {}, onClick: () => {} },
  });
  tray.setIcon({ mark: 'idle', tone: 'onDark' });
  tray.setTitle('$1.00/h');
  tray.setMenu([]);
  expect(events()).toEqual(clicks);
  expect(callsOf('setIgnoreDoubleClickEvents')).toHaveLength(platform === 'darwin' ? 1 : 0);
  expect(callsOf('setTitle')).toHaveLength(hasTitle ? 1 : 0);
  expect(callsOf('setContextMenu')).toHaveLength(hasContextMenu ? 1 : 0);
});

test.each(ROWS)('the panel of $platform', ({ platform, windowType, isOnAllSpaces, resized }) => {
  const panel = createElectronPanel({
    ...{ platform, address: new URL('app://bundle/'), preload: '/preload.cjs', hasDevTools: false },
    ...{ onCrashed: () => {}, clock: createVirtualClock(), log: silentLog },
  });
  const nothing = () => {};
  const listeners = { onBlur: nothing, onMoved: nothing, onResized: nothing, onClosed: nothing };
  for (const isAttached of [true, false])
    panel.openWindow({ width: 400, height: 600 }, isAttached, listeners);
  const types = callsOf('new BrowserWindow').map(([options]) =>
    Reflect.get(Object(options), 'type'),
  );
  expect(types).toEqual([windowType, undefined]);
  expect(callsOf('setVisibleOnAllWorkspaces')).toHaveLength(isOnAllSpaces ? 2 : 0);
  expect(events().filter((event) => String(event).startsWith('resize'))).toEqual([
    resized,
    resized,
  ]);
});

test.each(ROWS)('the menu and the policy of $platform', ({ platform, firstMenu, policy }) => {
  setApplicationMenu(platform, false);
  expect(callsOf('buildFromTemplate')).toMatchObject([[[firstMenu, {}, {}]]]);
  expect(policyPath(platform, { ProgramData: 'D:\\Data' })).toBe(policy);
});

// The user turned it off in Task Manager, which only Windows tells apart.
test.each([
  ['darwin', true],
  ['win32', false],
] as const)('the login item of %s', async (platform, isOn) => {
  const autostart = electronAutostart(platform, silentLog);
  expect(await autostart.set(true)).toBe(true);
  expect(callsOf('setLoginItemSettings')).toEqual([[{ openAtLogin: true }]]);
  expect(await autostart.isOn()).toBe(isOn);
});
