import type { Clock } from '../../core/clock.ts';
import type { Point, Rectangle, Size } from './place-panel.ts';

/** A window with the panel in it, as far as the panel's life is concerned. */
export interface PanelWindow {
  /** Shows it where it belongs and gives it the keyboard; null leaves the place to the desktop. */
  show(place: Rectangle | null): void;
  hide(): void;
  /** Frees everything it holds; `onClosed` follows. */
  destroy(): void;
}

/** What happens to the window that the panel did not ask for itself. */
export interface PanelWindowEvents {
  onBlur(): void;
  /** It stands elsewhere now. */
  onMoved(position: Point): void;
  /** Its owner made it another size. */
  onResized(size: Size): void;
  /** Closed by its owner, destroyed, or crashed. */
  onClosed(): void;
}

/** What the panel's life needs of the desktop, and who follows it. */
export interface PanelPorts {
  /** @param isAttached it belongs to the tray, and has no frame of its own */
  openWindow(size: Size, isAttached: boolean, events: PanelWindowEvents): PanelWindow;
  /** @param left where a window with a frame was left, if it was; it may be off every screen by now */
  place(size: Size, left: Point | null): Rectangle | null;
  readonly clock: Clock;
  readonly platform: 'darwin' | 'win32' | 'linux';
  /** False where there is no tray to open it again: there the next one is a window like any other. */
  hasTray(): boolean;
  /** The size it has at first. */
  readonly size: Size;
  onResized(size: Size): void;
  /** It came into sight or went out of it. */
  onVisible(isVisible: boolean): void;
  /** Its window is gone, and whatever was sent there with it. */
  onGone(): void;
}

/** The panel for whoever opens and closes it; whether there is a window just now is its own affair. */
export interface Panel {
  open(): void;
  hide(): void;
  /** For clicks on the tray icon. */
  toggle(): void;
  /**
   * A question of ours stands above it, and would go with it (on macOS it is a sheet). Until the answer it is in sight and
   * stays, wherever the keyboard is. One at a time.
   * @param onGone its window is gone all the same
   * @returns ends that, and gives it the keyboard back, so that it hides again when it is left
   */
  hold(onGone: () => void): () => void;
  /** Closed for good: the app is quitting, and nothing opens it any more. */
  end(): void;
}

/** Windows sends a stray `blur` right after a window is shown (gitify-app/electron-menubar, `Menubar.ts`). */
const STRAY_BLUR_MS = 400;
/** The click that took the keyboard from the panel was on the tray icon: it means "close", not "open again". */
const SAME_CLICK_MS = 250;
/** Then a hidden panel gives its memory back. */
const FREED_AFTER_MS = 5 * 60_000;

/** The life of the panel: made when first asked for, hidden when left, freed when long unused. */
export function createPanel(ports: PanelPorts): Panel {
  const { clock } = ports;
  let window: PanelWindow | null = null;
  let isAttached = true;
  let size = ports.size;
  let left: Point | null = null;
  let shownAt = Number.NEGATIVE_INFINITY;
  let leftAt = Number.NEGATIVE_INFINITY;
  let isVisible = false;
  let isEnded = false;
  let keep = () => {};
  let held: (() => void) | null = null;

  function seen(visible: boolean): void {
    if (isVisible === visible) return;
    isVisible = visible;
    ports.onVisible(visible);
  }

  function hide(): void {
    if (window === null || !isVisible || held !== null) return;
    window.hide();
    seen(false);
    keep = clock.after(FREED_AFTER_MS, free);
  }

  function gone(closed: PanelWindow): void {
    if (window !== closed) return;
    keep();
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

  function openWindow(): PanelWindow {
    isAttached = ports.hasTray();
    const opened: PanelWindow = ports.openWindow(size, isAttached, {
      onBlur() {
        const isStray = ports.platform === 'win32' && clock.monotonic() - shownAt < STRAY_BLUR_MS;
        if (isStray || !isAttached || held !== null) return;
        leftAt = clock.monotonic();
        hide();
      },
      onMoved(position) {
        if (!isAttached) left = position;
      },
      onResized(resized) {
        size = resized;
        ports.onResized(resized);
      },
      onClosed: () => gone(opened),
    });
    return opened;
  }

  function open(): void {
    if (isEnded) return;
    keep();
    // A tray came or went while nobody saw the window.
    if (!isVisible && isAttached !== ports.hasTray()) free();
    const isNew = window === null;
    window ??= openWindow();
    shownAt = clock.monotonic();
    // A window with a frame is where its owner put it.
    window.show(isNew || isAttached ? ports.place(size, isAttached ? null : left) : null);
    seen(true);
  }

  return {
    open,
    hide,
    toggle() {
      if (isVisible) hide();
      else if (clock.monotonic() - leftAt >= SAME_CLICK_MS) open();
    },
    hold(onGone) {
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
    end() {
      isEnded = true;
      free();
    },
  };
}
