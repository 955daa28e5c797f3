import { expect, onTestFinished, test, vi } from 'vitest';
import { silentLog } from '../core/log.ts';
import { createVirtualClock } from '../core/testing/virtual-clock.ts';
import { openDesktop } from './open-desktop.ts';
import { clearCalls, globalShortcut, setPackaged, setSwitch } from './testing/electron.ts';
import { openTray } from './tray/open-tray.ts';

test('the shortcut opens the panel while the application starts, which then learns of it', async () => {
  setPackaged(false);
  setSwitch('ozone-platform', 'wayland');
  onTestFinished(clearCalls);
  vi.stubGlobal('IS_DEV_SERVER', false);
  let press = () => {};
  Object.assign(globalShortcut, {
    register(_: string, onPressed: () => void) {
      press = onPressed;
      return true;
    },
  });
  const options = { platform: 'linux', out: '/none', clock: createVirtualClock() } as const;
  const shown = { ...options, tray: openTray(options), folder: '/none', log: silentLog };
  const { ports, panelVisible } = await openDesktop(shown, () => {
    throw new Error('The application starts.');
  });
  await ports.setShortcut('Ctrl+G');
  press();
  const seen: boolean[] = [];
  panelVisible.on((isVisible) => void seen.push(isVisible));
  expect(seen).toEqual([true]);
});
