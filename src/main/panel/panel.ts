import type { Rectangle, Size, WebFrameMain } from 'electron';
import { openWindow, type PanelWindow, type PanelWindowPorts, type Theme } from './panel-window.ts';
import { isPanelFrame } from './security.ts';

export interface PanelPorts extends PanelWindowPorts {
  /** Null: the desktop places it. */
  place(size: Size): Rectangle | null;
  /** False: the next window is a normal one with a frame, since no tray icon could reopen it. */
  hasTray(): boolean;
  onVisible(isVisible: boolean): void;
  /** The window is gone, with everything sent to it. */
  onGone(): void;
}

export type Panel = ReturnType<typeof createPanel>;

/** Windows emits a stray `blur` right after a window is shown (gitify-app/electron-menubar, `Menubar.ts`). */
const STRAY_BLUR_MS = 400;
/** The press on the tray icon blurs the panel and its release is the click: it means "close", not "open again". */
const SAME_CLICK_MS = 500;

/**
 * The panel's window is created when first opened, hidden on blur, and destroyed when hidden for long. Without a window, no message
 * is trusted.
 */
export function createPanel(ports: PanelPorts) {
  const { clock, size } = ports;
  let current: PanelWindow | null = null;
  let theme: Theme = 'system';
  let shownAt = Number.NEGATIVE_INFINITY;
  let leftAt = Number.NEGATIVE_INFINITY;
  let isVisible = false;
  /** Beneath dialogs. */
  let isHeld = false;
  let isEnded = false;

  const living = () => (current?.window.isDestroyed() === false ? current.window : null);

  function seen(visible: boolean): void {
    if (isVisible === visible) return;
    isVisible = visible;
    ports.onVisible(visible);
  }

  function hide(): void {
    if (current === null || !isVisible || isHeld) return;
    // Before `window.hide()`, which emits `blur`: that would hide it again.
    seen(false);
    current.hide();
  }

  function gone(closed: PanelWindow): void {
    if (current !== closed) return;
    current = null;
    seen(false);
    isHeld = false;
    ports.onGone();
  }

  function free(): void {
    current?.window.destroy();
    if (current !== null) gone(current);
  }

  function create(place: Size | Rectangle): PanelWindow {
    const opened = openWindow(place, ports.hasTray(), theme, ports);
    opened.window.on('blur', () => {
      const isStray = ports.platform === 'win32' && clock.monotonic() - shownAt < STRAY_BLUR_MS;
      if (isStray || !opened.isAttached || !isVisible || isHeld) return;
      leftAt = clock.monotonic();
      hide();
    });
    opened.window.on('closed', () => gone(opened));
    return opened;
  }

  function open(): void {
    if (isEnded) return;
    // A tray came or went while the window was hidden.
    if (!isVisible && current?.isAttached !== ports.hasTray()) free();
    // A window with a frame stays where the user put it.
    const place = current?.isAttached === false ? null : ports.place(size.get());
    current ??= create(place ?? size.get());
    shownAt = clock.monotonic();
    current.show(place);
    seen(true);
  }

  return {
    open,
    hide,
    toggle(): void {
      if (isVisible) hide();
      else if (clock.monotonic() - leftAt >= SAME_CLICK_MS) open();
    },
    /** Applies to the next window's background until its page is drawn. */
    setTheme(next: Theme): void {
      theme = next;
    },
    /** Shows the panel, also while its page loads, beneath a dialog, and keeps it open until `release`. Null: there is none. */
    hold(): Pick<PanelWindow, 'window' | 'gone'> | null {
      if (!isVisible) open();
      const window = living();
      if (window?.isVisible() === false) window.show();
      isHeld = window !== null;
      return isHeld ? current : null;
    },
    /** Also focuses it, unless its window is gone. */
    release(): void {
      if (!isHeld) return;
      isHeld = false;
      shownAt = clock.monotonic();
      current?.show(null);
    },
    /** Null: there is none. */
    window: living,
    isSender: (contentsId: number, frame: WebFrameMain | null): boolean =>
      living()?.webContents.id === contentsId && isPanelFrame(frame, ports.address),
    /** Closes it for good: the app is quitting. */
    end(): void {
      isEnded = true;
      free();
    },
  };
}
