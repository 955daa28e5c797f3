import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { Platform } from './platform.ts';

/**
 * Sets the menu that carries the keyboard shortcuts for editing, zooming, closing the panel and quitting. It is visible only
 * on macOS, where copy and paste in fields depend on it, and in a panel with a frame, on Alt.
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
      platform === 'darwin' ? { role: 'appMenu' } : { label: 'File', submenu: [{ role: 'quit' }] },
      { role: 'editMenu' },
      { label: 'View', submenu: view },
    ]),
  );
}
