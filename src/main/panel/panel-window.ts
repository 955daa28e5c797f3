import { app, BrowserWindow, nativeTheme, type Rectangle, type Size } from 'electron';
import { type Clock, createTimer } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Preferences } from '../../shared/settings/preferences.ts';
import type { Platform } from '../desktop/platform.ts';
import { isOtherSize, type PanelSize, smallestSize } from './panel-size.ts';

export type Theme = Preferences['theme'];

/** `--color-paper` of the panel's styles.css: a window is white until its page is drawn. */
export function panelBackground(theme: Theme, isDesktopDark: boolean): string {
  const isDark = theme === 'dark' || (theme === 'system' && isDesktopDark);
  return isDark ? '#1b1b1c' : '#fcfcfb';
}

/** A page that hangs is shown after this. */
const LATEST_MS = 2000;
/** A hidden window is destroyed after this, to free its memory. */
const FREED_AFTER_MS = 5 * 60_000;

const FAILED_PAGE = `data:text/html;charset=utf-8,${encodeURIComponent(
  `<!doctype html><meta name="color-scheme" content="light dark"><title>GPU Tray</title>
<body style="font: 14px system-ui; margin: 24px"><p><b>Failed to load the panel.</b><p>Open it again. If it still fails, reinstall GPU Tray.`,
)}`;

export interface PanelWindowPorts {
  readonly platform: Platform;
  readonly address: URL;
  readonly preload: string;
  readonly size: Pick<PanelSize, 'get' | 'set'>;
  readonly clock: Clock;
  readonly log: Log;
  /** The page crashed, perhaps because of what it showed. */
  onCrashed(): void;
  /** Windows, while there is a window: the user logs off, or the computer shuts down. */
  onSessionEnding(): void;
}

/** @param place with a position, so that the size is right on a display with another scale factor (electron/electron#51603) */
function createWindow(
  place: Size | Rectangle,
  isAttached: boolean,
  backgroundColor: string,
  { platform, preload }: PanelWindowPorts,
): BrowserWindow {
  const { width: minWidth, height: minHeight } = smallestSize(place);
  const window = new BrowserWindow({
    ...place,
    minWidth,
    minHeight,
    backgroundColor,
    title: 'GPU Tray',
    show: false,
    frame: !isAttached,
    // A panel of macOS takes the keyboard without activating the app, so that it returns to the app before
    // (electron/electron#2640).
    ...(platform === 'darwin' && isAttached ? { type: 'panel' } : {}),
    autoHideMenuBar: true,
    skipTaskbar: isAttached,
    alwaysOnTop: isAttached,
    fullscreenable: false,
    maximizable: !isAttached,
    minimizable: !isAttached,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  });
  if (platform === 'darwin')
    // Open over the current space, full screen or not. The app has no Dock icon, so no process type to transform.
    window.setVisibleOnAllWorkspaces(true, {
      visibleOnFullScreen: true,
      skipTransformProcessType: true,
    });
  return window;
}

export type PanelWindow = ReturnType<typeof openWindow>;

/** A window that loads its page and is shown once drawn. @param isAttached false: a normal window with a frame, since there is no tray */
export function openWindow(
  place: Size | Rectangle,
  isAttached: boolean,
  theme: Theme,
  ports: PanelWindowPorts,
) {
  const { platform, address, size, clock, log } = ports;
  const background = panelBackground(theme, nativeTheme.shouldUseDarkColors);
  const window = createWindow(place, isAttached, background, ports);
  const closed = new AbortController();
  const gone: AbortSignal = closed.signal;
  const freeing = createTimer(clock);
  let placed: Size = place;
  let isReady = false;
  let isWanted = false;
  let hasFailed = false;

  /** Also without `ready-to-show`: Wayland never draws a hidden window (electron/electron#48859). */
  function ready(): void {
    cancelTimer();
    if (isReady || window.isDestroyed()) return;
    isReady = true;
    if (isWanted) window.show();
  }
  const cancelTimer = clock.after(LATEST_MS, ready);
  window.once('ready-to-show', ready);
  window.once('closed', () => {
    cancelTimer();
    freeing.clear();
    closed.abort();
  });

  async function load(): Promise<void> {
    try {
      await window.loadURL(address.href);
    } catch {
      // The panel was closed or freed while it loaded.
      if (window.isDestroyed()) return;
      log.error('panel.notLoaded');
      hasFailed = true;
      await window.loadURL(FAILED_PAGE).catch(() => {});
    }
    ready();
  }
  void load();

  const resized = () => {
    const { width, height } = window.getBounds();
    const isByUser = !window.isMaximized() && isOtherSize({ width, height }, placed);
    if (isByUser) size.set({ width, height });
  };
  // `resized` comes after the user dragged an edge. Linux has only `resize`, which `setBounds` emits too.
  if (platform === 'linux') window.on('resize', resized);
  else window.on('resized', resized);
  if (platform === 'win32') window.on('query-session-end', () => ports.onSessionEnding());
  window.webContents.on('render-process-gone', (_, { reason }) => {
    log.error('panel.crashed', { reason });
    ports.onCrashed();
    window.destroy();
  });

  return {
    window,
    /** Aborts when the window is closed. */
    gone,
    isAttached,
    /** Also focuses it. @param next null: the desktop places it */
    show(next: Rectangle | null): void {
      if (next !== null) {
        placed = next;
        const { width, height } = smallestSize(next);
        window.setMinimumSize(width, height);
        window.setBounds(next);
      }
      freeing.clear();
      isWanted = true;
      if (window.isMinimized()) window.restore();
      if (isReady) window.show();
    },
    hide(): void {
      isWanted = false;
      // The next one loads the page again.
      if (hasFailed) window.destroy();
      else {
        window.hide();
        freeing.set(FREED_AFTER_MS, () => window.destroy());
      }
    },
  };
}
