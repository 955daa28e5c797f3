import { app, BrowserWindow, screen, type WebFrameMain } from 'electron';
import type { Log } from '../../core/log.ts';
import { pushChannel, type SendPush } from '../../shared/ipc/index.ts';
import type { Platform } from '../desktop/platform.ts';
import type { PanelWindow, PanelWindowEvents } from './panel.ts';
import { MIN_PANEL } from './panel-size.ts';
import type { Rectangle, Size, Surface } from './place-panel.ts';
import { isPanelFrame } from './security.ts';

export interface ElectronPanelOptions {
  readonly platform: Platform;
  readonly address: URL;
  /** Path of the preload script. */
  readonly preload: string;
  readonly hasDevTools: boolean;
  /** The page crashed, perhaps because of what it showed. */
  onCrashed(): void;
  readonly log: Log;
}

/** The panel in Electron. Without a window, messages to it are dropped and none is trusted. */
export interface ElectronPanel {
  /** @param isAttached false: a normal window with a frame, since there is no tray */
  openWindow(size: Size, isAttached: boolean, events: PanelWindowEvents): PanelWindow;
  /** Null: no window is on the screen. */
  visibleWindow(): BrowserWindow | null;
  readonly send: SendPush;
  /** Whether a message came from the panel's own page. */
  isSender(contentsId: number, frame: WebFrameMain | null): boolean;
}

function createWindow(
  size: Size,
  isAttached: boolean,
  options: ElectronPanelOptions,
): BrowserWindow {
  const { platform } = options;
  const window = new BrowserWindow({
    ...size,
    minWidth: MIN_PANEL.width,
    minHeight: MIN_PANEL.height,
    title: 'GPU Tray',
    show: false,
    frame: !isAttached,
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

/** At most one window is open at a time. */
export function createElectronPanel(options: ElectronPanelOptions): ElectronPanel {
  const { address, log } = options;
  let current: BrowserWindow | null = null;

  function openWindow(size: Size, isAttached: boolean, events: PanelWindowEvents): PanelWindow {
    const window = createWindow(size, isAttached, options);
    current = window;
    let placed: Size = size;
    let isReady = false;
    let isWanted = false;

    window.once('ready-to-show', () => {
      isReady = true;
      if (isWanted) window.show();
    });
    window.on('blur', () => events.onBlur());
    window.on('move', () => {
      const { x, y } = window.getBounds();
      events.onMoved({ x, y });
    });
    window.on('resize', () => {
      const [width = 0, height = 0] = window.getSize();
      // `setBounds` emits this too, on Windows even for a new position only.
      if (width !== placed.width || height !== placed.height) events.onResized({ width, height });
    });
    window.on('closed', () => {
      if (current === window) current = null;
      events.onClosed();
    });
    window.webContents.on('render-process-gone', (_, { reason }) => {
      log.error('panel.crashed', { reason });
      options.onCrashed();
      window.destroy();
    });
    window.loadURL(address.href).catch(() => log.error('panel.notLoaded'));

    return {
      show(place: Rectangle | null) {
        if (place !== null) {
          placed = place;
          window.setBounds(place);
        }
        isWanted = true;
        if (window.isMinimized()) window.restore();
        if (isReady) window.show();
      },
      hide() {
        isWanted = false;
        window.hide();
      },
      destroy: () => window.destroy(),
    };
  }

  return {
    openWindow,
    visibleWindow: () =>
      current !== null && !current.isDestroyed() && current.isVisible() ? current : null,
    send(name, content) {
      if (current !== null && !current.isDestroyed())
        current.webContents.send(pushChannel(name), content);
    },
    isSender(contentsId, frame) {
      if (current === null || current.isDestroyed()) return false;
      return current.webContents.id === contentsId && isPanelFrame(frame, address);
    },
  };
}

/**
 * Whether windows are Wayland's. Electron follows the session (electron/electron#48301) unless it is started with
 * `--ozone-platform=x11`, which allows windows to be placed.
 */
function isWayland(): boolean {
  const isForcedToX11 = app.commandLine.getSwitchValue('ozone-platform') === 'x11';
  return process.env['XDG_SESSION_TYPE'] === 'wayland' && !isForcedToX11;
}

/** The current desktop. @param tray position of the icon; null: unknown */
export function electronSurface(platform: Platform, tray: Rectangle | null): Surface {
  return {
    platform,
    isWayland: platform === 'linux' && isWayland(),
    tray,
    cursor: screen.getCursorScreenPoint(),
    displayNear: ({ x, y }) =>
      screen.getDisplayNearestPoint({ x: Math.round(x), y: Math.round(y) }),
  };
}
