import { type BrowserWindow, dialog, type MessageBoxOptions } from 'electron';
import type { DesktopPorts } from '../../core/app/index.ts';
import type { Panel } from '../panel/index.ts';

/** The message box to show, and the panel that must stay open beneath it. */
export interface ConfirmerPorts {
  readonly panel: Pick<Panel, 'hold'>;
  /** Resolves to the index of the pressed button. */
  show(box: MessageBoxOptions): Promise<number>;
}

const CANCEL = 0;
const ACCEPT = 1;

/**
 * Confirms in a native message box, which no web page can draw or press. Resolves to true only when its accept button was
 * pressed: closing it, Esc, Enter and a panel that is gone all count as cancel.
 */
export function createConfirmer({ panel, show }: ConfirmerPorts): DesktopPorts['confirm'] {
  return async ({ title, detail, accept }) => {
    const closed = new AbortController();
    // A box without its window may never resolve.
    const cancelled = Promise.withResolvers<number>();
    const release = panel.hold(() => {
      closed.abort();
      cancelled.resolve(CANCEL);
    });
    if (closed.signal.aborted) return false;
    const box: MessageBoxOptions = {
      type: 'warning',
      title: 'GPU Tray',
      message: title,
      detail,
      buttons: ['Cancel', accept],
      defaultId: CANCEL,
      cancelId: CANCEL,
      // Windows would turn the buttons into large links.
      noLink: true,
      signal: closed.signal,
    };
    try {
      return (await Promise.race([show(box), cancelled.promise])) === ACCEPT;
    } finally {
      release();
    }
  };
}

/**
 * Shows message boxes as children of a window: as sheets, or at least in front of it. A box without a parent opens behind the
 * panel, and blocks the whole app on macOS.
 * @param parent null: no window is open
 */
export function electronMessageBox(parent: () => BrowserWindow | null): ConfirmerPorts['show'] {
  return async (box) => {
    const window = parent();
    const { response } = await (window === null
      ? dialog.showMessageBox(box)
      : dialog.showMessageBox(window, box));
    return response;
  };
}
