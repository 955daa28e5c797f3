import type { Preferences } from '../../shared/app/index.ts';

export type Theme = Preferences['theme'];

/** `--paper` of the panel's styles.css: a window is white until its page is drawn. */
export function panelBackground(theme: Theme, isDesktopDark: boolean): string {
  const isDark = theme === 'dark' || (theme === 'system' && isDesktopDark);
  return isDark ? '#1b1b1c' : '#fcfcfb';
}
