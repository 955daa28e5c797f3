import type { Rectangle, Size, WebFrameMain } from 'electron';
import { createTimer } from '../../core/clock.ts';
import type { Theme } from './load-page.ts';
import { openWindow, type PanelWindow, type PanelWindowPorts } from './panel-window.ts';
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
/** A hidden panel's window is destroyed after this, to free its memory. */
const FREED_AFTER_MS = 5 * 60_000;

interface HoldPorts {
  /** The window of the open panel; null: there is none. */
  opened(): PanelWindow['window'] | null;
  released(): void;
}

/** Keeps the panel open beneath message boxes. */
function createHold({ opened, released }: HoldPorts) {
  /** Aborted when the held window is gone. */
  let held: AbortController | null = null;
  return {
    isHeld: () => held !== null,
    gone(): void {
      held?.abort();
      held = null;
    },
    /**
     * Shows the window also while its page loads: they need a visible parent.
     * @returns `gone` aborts when the window is gone all the same, `release` also focuses it; null: there is none
     */
    start() {
      const window = opened();
      if (window === null) return null;
      if (!window.isVisible()) window.show();
      const own = new AbortController();
      const gone: AbortSignal = own.signal;
      held = own;
      const release = () => {
        if (held !== own) return;
        held = null;
        released();
      };
      return { window, gone, release };
    },
  };
}

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
  let isEnded = false;
  const freeing = createTimer(clock);
  const hold = createHold({
    opened() {
      if (!isVisible) open();
      return living();
    },
    released() {
      shownAt = clock.monotonic();
      current?.show(null);
    },
  });

  const living = () => (current?.window.isDestroyed() === false ? current.window : null);

  function seen(visible: boolean): void {
    if (isVisible === visible) return;
    isVisible = visible;
    ports.onVisible(visible);
  }

  function hide(): void {
    if (current === null || !isVisible || hold.isHeld()) return;
    // Before `window.hide()`, which emits `blur`: that would hide it again.
    seen(false);
    freeing.set(FREED_AFTER_MS, free);
    current.hide();
  }

  function gone(closed: PanelWindow): void {
    if (current !== closed) return;
    freeing.clear();
    current = null;
    seen(false);
    hold.gone();
    ports.onGone();
  }

  function free(): void {
    const freed = current;
    if (freed === null) return;
    freed.window.destroy();
    gone(freed);
  }

  function create(place: Size | Rectangle): PanelWindow {
    const opened = openWindow(place, ports.hasTray(), theme, ports);
    opened.window.on('blur', () => {
      const isStray = ports.platform === 'win32' && clock.monotonic() - shownAt < STRAY_BLUR_MS;
      if (isStray || !opened.isAttached || !isVisible || hold.isHeld()) return;
      leftAt = clock.monotonic();
      hide();
    });
    opened.window.on('closed', () => gone(opened));
    return opened;
  }

  function open(): void {
    if (isEnded) return;
    freeing.clear();
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
    hold: hold.start,
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
