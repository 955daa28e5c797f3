import { BrowserWindow, nativeTheme, type Rectangle, type Size, type WebFrameMain } from 'electron';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { pushChannel, type SendPush } from '../../shared/ipc/bridge.ts';
import type { Platform } from '../desktop/platform.ts';
import { loadPage, panelBackground, type Theme } from './load-page.ts';
import type { PanelWindow, PanelWindowEvents } from './panel.ts';
import { isOtherSize, smallestSize } from './panel-size.ts';
import { isPanelFrame } from './security.ts';

export interface ElectronPanelOptions {
  readonly platform: Platform;
  readonly address: URL;
  readonly preload: string;
  readonly hasDevTools: boolean;
  /** The page crashed, perhaps because of what it showed. */
  onCrashed(): void;
  /** Windows, while there is a window: the user logs off, or the computer shuts down. */
  onSessionEnding(): void;
  readonly clock: Clock;
  readonly log: Log;
}

/** @param place with a position, so that the size is right on a display with another scale factor (electron/electron#51603) */
function createWindow(
  place: Size | Rectangle,
  isAttached: boolean,
  backgroundColor: string,
  options: ElectronPanelOptions,
): BrowserWindow {
  const { platform } = options;
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
      preload: options.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: options.hasDevTools,
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

/** The panel in Electron, with at most one window. Without a window, messages to it are dropped and none is trusted. */
export function createElectronPanel(options: ElectronPanelOptions) {
  const { platform, address, clock, log } = options;
  let current: BrowserWindow | null = null;
  let theme: Theme = 'system';

  /** @param isAttached false: a normal window with a frame, since there is no tray */
  function openWindow(
    place: Size | Rectangle,
    isAttached: boolean,
    events: PanelWindowEvents,
  ): PanelWindow {
    const backgroundColor = panelBackground(theme, nativeTheme.shouldUseDarkColors);
    const window = createWindow(place, isAttached, backgroundColor, options);
    current = window;
    let placed: Size = place;
    let isReady = false;
    let isWanted = false;
    let hasFailed = false;

    loadPage(window, {
      address: address.href,
      clock,
      log,
      onReady() {
        isReady = true;
        if (isWanted) window.show();
      },
      onFailed() {
        hasFailed = true;
      },
    });
    const resized = () => {
      const { width, height } = window.getBounds();
      const isByUser = !window.isMaximized() && isOtherSize({ width, height }, placed);
      if (isByUser) events.onResized({ width, height });
    };
    // `resized` comes after the user dragged an edge. Linux has only `resize`, which `setBounds` emits too.
    if (platform === 'linux') window.on('resize', resized);
    else window.on('resized', resized);
    window.on('blur', () => events.onBlur());
    if (platform === 'win32') window.on('query-session-end', () => options.onSessionEnding());
    window.on('closed', () => {
      if (current === window) current = null;
      events.onClosed();
    });
    window.webContents.on('render-process-gone', (_, { reason }) => {
      log.error('panel.crashed', { reason });
      options.onCrashed();
      window.destroy();
    });

    return {
      show(next) {
        if (next !== null) {
          placed = next;
          const { width, height } = smallestSize(next);
          window.setMinimumSize(width, height);
          window.setBounds(next);
        }
        isWanted = true;
        if (window.isMinimized()) window.restore();
        if (isReady) window.show();
      },
      hide() {
        isWanted = false;
        // The next one loads the page again.
        if (hasFailed) window.destroy();
        else window.hide();
      },
      destroy: () => window.destroy(),
    };
  }

  const living = () => (current?.isDestroyed() === false ? current : null);

  const send: SendPush = (name, content) => living()?.webContents.send(pushChannel(name), content);

  return {
    openWindow,
    /** Applies to the next window's background until its page is drawn. */
    setTheme(next: Theme): void {
      theme = next;
    },
    /** Shows the window, also while its page loads, since a message box needs a visible parent. Null: there is none. */
    visibleWindow(): BrowserWindow | null {
      const window = living();
      if (window?.isVisible() === false) window.show();
      return window;
    },
    send,
    isSender: (contentsId: number, frame: WebFrameMain | null): boolean =>
      living()?.webContents.id === contentsId && isPanelFrame(frame, address),
  };
}
