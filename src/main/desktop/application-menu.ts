import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { Platform } from './platform.ts';

/**
 * The menu that hardly anybody sees (a panel with a frame shows it on Alt): on macOS, copy and paste do not work in a field
 * without it, and everywhere it holds the keys for zooming and closing the panel and for quitting.
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
