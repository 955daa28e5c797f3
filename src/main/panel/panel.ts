import type { Rectangle, Size } from 'electron';
import { type Clock, createTimer } from '../../core/clock.ts';
import type { Platform } from '../desktop/platform.ts';
import type { PanelSize } from './panel-size.ts';

export interface PanelWindow {
  /** Also focuses it; null: the desktop places it. */
  show(place: Rectangle | null): void;
  hide(): void;
  /** Frees its memory; `onClosed` follows. */
  destroy(): void;
}

export interface PanelWindowEvents {
  onBlur(): void;
  onResized(size: Size): void;
  /** Closed by the user, destroyed, or crashed. */
  onClosed(): void;
}

export interface PanelPorts {
  /** @param place without a position where the desktop places it @param isAttached at the tray, without a frame */
  openWindow(place: Size | Rectangle, isAttached: boolean, events: PanelWindowEvents): PanelWindow;
  place(size: Size): Rectangle | null;
  readonly clock: Clock;
  readonly platform: Platform;
  /** False: the next window is a normal one with a frame, since no tray icon could reopen it. */
  hasTray(): boolean;
  readonly size: Pick<PanelSize, 'get' | 'set'>;
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

/** The panel's window is created when first opened, hidden on blur, and destroyed when hidden for long. */
export function createPanel(ports: PanelPorts) {
  const { clock } = ports;
  let window: PanelWindow | null = null;
  let isAttached = true;
  let shownAt = Number.NEGATIVE_INFINITY;
  let leftAt = Number.NEGATIVE_INFINITY;
  let isVisible = false;
  let isEnded = false;
  const freeing = createTimer(clock);
  let held: (() => void) | null = null;

  function seen(visible: boolean): void {
    if (isVisible === visible) return;
    isVisible = visible;
    ports.onVisible(visible);
  }

  function hide(): void {
    if (window === null || !isVisible || held !== null) return;
    // Before `window.hide()`, which emits `blur`: that would hide it again.
    seen(false);
    freeing.set(FREED_AFTER_MS, free);
    window.hide();
  }

  function gone(closed: PanelWindow): void {
    if (window !== closed) return;
    freeing.clear();
    window = null;
    seen(false);
    const release = held;
    held = null;
    release?.();
    ports.onGone();
  }

  function free(): void {
    const freed = window;
    if (freed === null) return;
    freed.destroy();
    gone(freed);
  }

  function openWindow(place: Size | Rectangle): PanelWindow {
    const opened: PanelWindow = ports.openWindow(place, isAttached, {
      onBlur() {
        const isStray = ports.platform === 'win32' && clock.monotonic() - shownAt < STRAY_BLUR_MS;
        if (isStray || !isAttached || !isVisible || held !== null) return;
        leftAt = clock.monotonic();
        hide();
      },
      onResized: ports.size.set,
      onClosed: () => gone(opened),
    });
    return opened;
  }

  function open(): void {
    if (isEnded) return;
    freeing.clear();
    // A tray came or went while the window was hidden.
    if (!isVisible && isAttached !== ports.hasTray()) free();
    if (window === null) isAttached = ports.hasTray();
    // A window with a frame stays where the user put it.
    const place = window === null || isAttached ? ports.place(ports.size.get()) : null;
    window ??= openWindow(place ?? ports.size.get());
    shownAt = clock.monotonic();
    window.show(place);
    seen(true);
  }

  return {
    open,
    hide,
    toggle(): void {
      if (isVisible) hide();
      else if (clock.monotonic() - leftAt >= SAME_CLICK_MS) open();
    },
    /** Keeps the panel open beneath a message box. @param onGone the window is gone all the same @returns releases and focuses it */
    hold(onGone: () => void): () => void {
      if (!isVisible) open();
      if (window === null) {
        onGone();
        return () => {};
      }
      held = onGone;
      return () => {
        if (held !== onGone) return;
        held = null;
        shownAt = clock.monotonic();
        window?.show(null);
      };
    },
    /** Closes it for good: the app is quitting. */
    end(): void {
      isEnded = true;
      free();
    },
  };
}
