import { sep } from 'node:path';
import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import { runWithTimeout } from '../../core/run-with-timeout.ts';

export type Platform = 'darwin' | 'win32' | 'linux';

/** The switch with which the desktop starts us at login. */
export const AT_LOGIN = 'at-login';

/** Asks a tool of the desktop, for at most two seconds. */
export const queryDesktop = runWithTimeout(process.env, 2000);

/** Systems other than macOS and Windows are treated as Linux. */
export function desktopPlatform(platform: NodeJS.Platform): Platform {
  return platform === 'darwin' || platform === 'win32' ? platform : 'linux';
}

/** The path of a file that is unpacked beside the asar archive, e.g. an icon that Windows loads itself. */
export function unpacked(path: string): string {
  return path.replace(`${sep}app.asar${sep}`, `${sep}app.asar.unpacked${sep}`);
}

/** Whether windows are Wayland's. Chromium adds its choice to its own command line (`ui/linux/display_server_utils.cc`). */
export function isWayland(): boolean {
  return app.commandLine.getSwitchValue('ozone-platform') === 'wayland';
}

/** Also in `electron-builder.ts` and as `desktopName`: notifications, portals and docks find the installed app by it. */
export const APP_ID = 'com.gpu-tray.app';

/** Call before the app is ready. */
export function setUpProcess(platform: Platform): void {
  // From a checkout an id of its own: Windows would show an installed app's name and icon for a shared id, and start the app for a click.
  if (platform === 'win32') app.setAppUserModelId(app.isPackaged ? APP_ID : `${APP_ID}.dev`);
}

/** Call when the app is ready. The menu carries shortcuts, such as copy and paste on macOS. @param quit asks, unlike the role */
export function setUpApplication(platform: Platform, hasDevTools: boolean, quit: () => void): void {
  if (platform === 'darwin') app.setActivationPolicy('accessory');
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { role: 'close' },
    ...(hasDevTools ? [{ role: 'toggleDevTools' } as const] : []),
  ];
  const quitItem: MenuItemConstructorOptions = {
    label: 'Quit GPU Tray',
    click: quit,
    ...(platform === 'win32' ? {} : { accelerator: 'CommandOrControl+Q' }),
  };
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      platform === 'darwin'
        ? { label: 'GPU Tray', submenu: [{ role: 'hide' }, { type: 'separator' }, quitItem] }
        : { label: 'File', submenu: [quitItem] },
      { role: 'editMenu' },
      { label: 'View', submenu: view },
    ]),
  );
}
