import type { Platform } from '../desktop/platform.ts';

/** What the icon shows; `resources/icons` has a drawing of each. */
export type TrayMark = 'signedOut' | 'idle' | 'billing' | 'alert' | 'stale' | 'staleBilling';

/** macOS colors template images itself, Windows gets one set of colors, and Linux panels are dark or light. */
export type TrayTone = 'template' | 'colored' | 'onDark' | 'onLight';

export interface TrayIcon {
  readonly mark: TrayMark;
  readonly tone: TrayTone;
}

/** The icon's file in `resources/tray`. Electron derives other densities (`@2x`) and templates from its name. */
export function trayIconFile({ mark, tone }: TrayIcon): string {
  switch (tone) {
    case 'template':
      return `${mark}Template.png`;
    case 'colored':
      return `${mark}.ico`;
    case 'onDark':
      return `${mark}-on-dark.png`;
    case 'onLight':
      return `${mark}-on-light.png`;
  }
}

/** What the desktop shows the tray on. */
export interface TrayDesktop {
  readonly platform: Platform;
  /** The system's color scheme. */
  readonly isDark: boolean;
}

/** Linux desktops do not report their panel's color, so it is taken as the color scheme's. */
export function trayTone({ platform, isDark }: TrayDesktop): TrayTone {
  switch (platform) {
    case 'darwin':
      return 'template';
    case 'win32':
      return 'colored';
    case 'linux':
      return isDark ? 'onDark' : 'onLight';
  }
}
