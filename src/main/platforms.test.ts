import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../core/log.ts';
import { createVirtualClock } from '../core/testing/virtual-clock.ts';
import { createAutostart } from './desktop/autostart.ts';
import { type Platform, setUpApplication, setUpProcess, unpacked } from './desktop/platform.ts';
import { policyPath } from './desktop/updater.ts';
import { openWindow } from './panel/panel-window.ts';
import { callsOf, clearCalls, resizeWindow, setPackaged } from './testing/electron.ts';
import { openTray } from './tray/open-tray.ts';

// What each platform gets of Electron.

beforeEach(() => {
  clearCalls();
  setPackaged(true);
});

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
  /** Emits that the user changed its size. */
  readonly resized: string;
  readonly firstMenu: object;
  /** Events of two windows that tell about the end of the session. */
  readonly sessionEnd: readonly string[];
  /** Calls before and after the app is ready, besides the menu. */
  readonly setup: Readonly<Record<string, readonly unknown[][]>>;
  readonly policy: string;
}

const QUIT = { label: 'Quit GPU Tray' };
const QUIT_BY_KEY = { ...QUIT, accelerator: 'CommandOrControl+Q' };

const ROWS: readonly Row[] = [
  {
    ...{ platform: 'darwin', clicks: ['click', 'right-click'], hasTitle: true },
    ...{ hasContextMenu: false, windowType: 'panel', isOnAllSpaces: true, resized: 'resized' },
    firstMenu: { submenu: [{ role: 'hide' }, {}, QUIT_BY_KEY] },
    sessionEnd: [],
    setup: { setActivationPolicy: [['accessory']] },
    policy: '/Library/Application Support/GPU Tray/policy.json',
  },
  {
    ...{ platform: 'win32', clicks: ['click'], hasTitle: false },
    ...{ hasContextMenu: true, windowType: undefined, isOnAllSpaces: false, resized: 'resized' },
    firstMenu: { label: 'File', submenu: [QUIT] },
    sessionEnd: ['query-session-end', 'query-session-end'],
    setup: { setAppUserModelId: [['com.gpu-tray.app']] },
    policy: join('D:\\Data', 'GPU Tray', 'policy.json'),
  },
  {
    ...{ platform: 'linux', clicks: ['click'], hasTitle: false },
    ...{ hasContextMenu: true, windowType: undefined, isOnAllSpaces: false, resized: 'resize' },
    firstMenu: { label: 'File', submenu: [QUIT_BY_KEY] },
    sessionEnd: [],
    setup: {},
    policy: '/etc/gpu-tray/policy.json',
  },
];

test.each(ROWS)('the tray of $platform', async (row) => {
  const { platform, clicks, hasTitle, hasContextMenu } = row;
  const run = async () => ({ state: 'absent' }) as const;
  const tray = openTray({ platform, out: '/', clock: createVirtualClock(), run });
  onTestFinished(tray.end);
  await tray.host.start(0);
  expect(events()).toEqual(clicks);
  expect(callsOf('setIgnoreDoubleClickEvents')).toHaveLength(platform === 'darwin' ? 1 : 0);
  expect(callsOf('setTitle')).toHaveLength(hasTitle ? 1 : 0);
  expect(callsOf('setContextMenu')).toHaveLength(hasContextMenu ? 1 : 0);
});

/** @param set receives the sizes that are kept */
function open(platform: Platform, isAttached: boolean, set = (_: object) => {}): void {
  const nothing = () => {};
  openWindow({ width: 400, height: 600 }, isAttached, 'system', {
    ...{ platform, address: new URL('app://bundle/'), preload: '/preload.cjs' },
    ...{ onCrashed: nothing, onSessionEnding: nothing },
    ...{
      size: { get: () => ({ width: 400, height: 600 }), set },
      clock: createVirtualClock(),
      log: silentLog,
    },
  });
}

test.each(ROWS)('the panel of $platform', ({ platform, ...row }) => {
  const { windowType, isOnAllSpaces, resized, sessionEnd } = row;
  open(platform, true);
  open(platform, false);
  const types = callsOf('new BrowserWindow').map(([options]) =>
    Reflect.get(Object(options), 'type'),
  );
  expect(types).toEqual([windowType, undefined]);
  expect(callsOf('setVisibleOnAllWorkspaces')).toHaveLength(isOnAllSpaces ? 2 : 0);
  expect(events().filter((event) => String(event).startsWith('resize'))).toEqual([
    resized,
    resized,
  ]);
  expect(events().filter((event) => String(event).includes('session'))).toEqual(sessionEnd);
});

test.each(ROWS)('on $platform, a size is kept unless maximized', ({ platform, resized }) => {
  const kept: object[] = [];
  open(platform, false, (size) => void kept.push(size));
  const emitResized = callsOf('on').find(([event]) => event === resized)?.[1];
  if (typeof emitResized !== 'function') throw new TypeError('no listener');
  for (const [width, isMaximized] of new Map([
    [402, false],
    [500, false],
    [1920, true],
  ])) {
    resizeWindow({ width, height: 600 }, isMaximized);
    emitResized();
  }
  expect(kept).toEqual([{ width: 500, height: 600 }]);
});

test.each(ROWS)('the setup of $platform', ({ platform, setup, firstMenu, policy }) => {
  setUpProcess(platform);
  setUpApplication(platform, false, () => {});
  // A switch of ours would replace the user's `--enable-features`.
  for (const call of ['setAppUserModelId', 'appendSwitch', 'setActivationPolicy'])
    expect([call, callsOf(call)]).toEqual([call, setup[call] ?? []]);
  expect(callsOf('buildFromTemplate')).toMatchObject([[[firstMenu, {}, {}]]]);
  expect(policyPath(platform, { ProgramData: 'D:\\Data' })).toBe(policy);
});

test('on Windows, an app from a checkout has an id of its own', () => {
  setPackaged(false);
  setUpProcess('win32');
  expect(callsOf('setAppUserModelId')).toEqual([['com.gpu-tray.app.dev']]);
});

// The user turned it off in Task Manager, which only Windows reports.
test.each([
  ['darwin', true],
  ['win32', false],
] as const)('the login item of %s', async (platform, isOn) => {
  const autostart = createAutostart(platform, silentLog);
  await autostart.set(true);
  expect(callsOf('setLoginItemSettings')).toEqual([[{ openAtLogin: true }]]);
  expect(await autostart.renew()).toBe(isOn);
});

test('an unpacked file is beside the archive, if there is one', () => {
  const packed = join('/opt', 'x', 'app.asar', 'resources', 'tray');
  expect(unpacked(packed)).toBe(join('/opt', 'x', 'app.asar.unpacked', 'resources', 'tray'));
  expect(unpacked(join('/src', 'resources'))).toBe(join('/src', 'resources'));
});
