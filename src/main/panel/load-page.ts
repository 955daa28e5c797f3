import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Preferences } from '../../shared/settings/preferences.ts';

export type Theme = Preferences['theme'];

/** `--color-paper` of the panel's styles.css: a window is white until its page is drawn. */
export function panelBackground(theme: Theme, isDesktopDark: boolean): string {
  const isDark = theme === 'dark' || (theme === 'system' && isDesktopDark);
  return isDark ? '#1b1b1c' : '#fcfcfb';
}

interface LoadingWindow {
  once(event: 'ready-to-show' | 'closed', listener: () => void): unknown;
  loadURL(url: string): Promise<void>;
  isDestroyed(): boolean;
}

export interface LoadPagePorts {
  readonly address: string;
  readonly clock: Clock;
  readonly log: Log;
  /** The window may be shown. Called once, and not for a window that was destroyed before. */
  onReady(): void;
  /** The page is replaced by one that says so. */
  onFailed(): void;
}

/** A page that hangs is shown after this. */
const LATEST_MS = 2000;

const FAILED_PAGE = `data:text/html;charset=utf-8,${encodeURIComponent(
  `<!doctype html><meta name="color-scheme" content="light dark"><title>GPU Tray</title>
<body style="font: 14px system-ui; margin: 24px"><p><b>Failed to load the panel.</b><p>Open it again. If it still fails, reinstall GPU Tray.`,
)}`;

/** Loads a page into a hidden window. Also without `ready-to-show`: Wayland never draws a hidden window (electron/electron#48859). */
export function loadPage(window: LoadingWindow, ports: LoadPagePorts): void {
  const { clock, log } = ports;
  let isDue = true;
  const ready = () => {
    cancelTimer();
    if (isDue && !window.isDestroyed()) ports.onReady();
    isDue = false;
  };
  const cancelTimer = clock.after(LATEST_MS, ready);
  window.once('closed', cancelTimer);
  window.once('ready-to-show', ready);

  async function load(): Promise<void> {
    try {
      await window.loadURL(ports.address);
    } catch {
      // The panel was closed or freed while it loaded.
      if (window.isDestroyed()) return;
      log.error('panel.notLoaded');
      ports.onFailed();
      await window.loadURL(FAILED_PAGE).catch(() => {});
    }
    ready();
  }
  void load();
}
