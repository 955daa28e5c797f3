import type { Platform } from '../desktop/platform.ts';

/** `resources/icons` has a drawing of each. */
export type TrayMark = 'signedOut' | 'idle' | 'billing' | 'alert' | 'stale' | 'staleBilling';

/** macOS colors template images itself, Windows gets one set of colors, and Linux panels are dark or light. */
export type TrayTone = 'template' | 'colored' | 'onDark' | 'onLight';

export interface TrayIcon {
  readonly mark: TrayMark;
  readonly tone: TrayTone;
}

const ENDINGS: Readonly<Record<TrayTone, string>> = {
  template: 'Template.png',
  colored: '.ico',
  onDark: '-on-dark.png',
  onLight: '-on-light.png',
};

/** The icon's file in `resources/tray`. Electron derives other densities (`@2x`) and templates from its name. */
export function trayIconFile({ mark, tone }: TrayIcon): string {
  return `${mark}${ENDINGS[tone]}`;
}

export interface TrayDesktop {
  readonly platform: Platform;
  readonly isDark: boolean;
}

/** Linux desktops do not report their panel's color, so it is taken as the color scheme's. */
export function trayTone({ platform, isDark }: TrayDesktop): TrayTone {
  if (platform === 'linux') return isDark ? 'onDark' : 'onLight';
  return platform === 'darwin' ? 'template' : 'colored';
}
