import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { Platform } from './platform.ts';

/**
 * The menu that nobody sees: on macOS, copy and paste do not work in a field without it, and everywhere it holds the keys
 * for zooming and closing the panel.
 */
export function setApplicationMenu(platform: Platform, hasDevTools: boolean): void {
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { role: 'close' },
    ...(hasDevTools ? [{ role: 'toggleDevTools' } as const] : []),
  ];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
      { role: 'editMenu' },
      { label: 'View', submenu: view },
    ]),
  );
}
