import type { Platform } from '../desktop/platform.ts';

/** `resources/icons` has a drawing of each. */
export type TrayMark = 'signedOut' | 'idle' | 'billing' | 'alert' | 'stale' | 'staleBilling';

/** The icon's file in `resources/tray`. Electron derives other densities (`@2x`) and templates from its name. */
export function trayIconFile(mark: TrayMark, platform: Platform, isDark: boolean): string {
  // macOS colors template images itself, and Windows gets one set of colors.
  if (platform === 'darwin') return `${mark}Template.png`;
  if (platform === 'win32') return `${mark}.ico`;
  // Desktops do not report their panel's color, so it is taken as the color scheme's.
  return `${mark}-on-${isDark ? 'dark' : 'light'}.png`;
}
