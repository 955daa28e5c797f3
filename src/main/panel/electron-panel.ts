import { BrowserWindow, type WebFrameMain } from 'electron';
import type { Log } from '../../core/log.ts';
import { pushChannel, type SendPush } from '../../shared/ipc/index.ts';
import type { PanelWindow, PanelWindowEvents } from './panel.ts';
import { isPanelFrame } from './panel-frame.ts';
import { SMALLEST_PANEL } from './panel-size.ts';
import type { Rectangle, Size } from './place-panel.ts';

/** What every window of the panel is made with, and who hears of a crash. */
export interface ElectronPanelOptions {
  readonly platform: 'darwin' | 'win32' | 'linux';
  readonly address: URL;
  /** The file of the preload script. */
  readonly preload: string;
  readonly hasDevTools: boolean;
  /** The page is gone by a fault, perhaps because of what it showed. */
  onCrashed(): void;
  readonly log: Log;
}

/** The panel in Electron; with no window open, what is sent there is dropped and nobody is trusted. */
export interface ElectronPanel {
  /** @param isAttached false: an ordinary window with a frame, since there is no icon it could belong to */
  openWindow(size: Size, isAttached: boolean, events: PanelWindowEvents): PanelWindow;
  /** The window that is on the screen now; null: none is. */
  visibleWindow(): BrowserWindow | null;
  /** To the page in the window; dropped when there is none. */
  readonly send: SendPush;
  /** Whether a message came from the page in the window and nowhere else. */
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
    minWidth: SMALLEST_PANEL.width,
    minHeight: SMALLEST_PANEL.height,
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
    // Over the space its owner is in, full screen or not; the app has no Dock icon to lose by that.
    window.setVisibleOnAllWorkspaces(true, {
      visibleOnFullScreen: true,
      skipTransformProcessType: true,
    });
  return window;
}

/** The panel's windows in Electron, at most one at a time. */
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
      // Placing it says "resized" too (on Windows even when only its position changes).
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
