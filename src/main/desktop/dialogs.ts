import {
  type BrowserWindow,
  dialog,
  type MessageBoxOptions,
  type MessageBoxReturnValue,
  type SaveDialogOptions,
} from 'electron';
import type { DesktopPorts } from '../../core/app/index.ts';
import type { Panel } from '../panel/index.ts';

export interface DialogPorts {
  readonly panel: Pick<Panel, 'hold'>;
  showBox(box: MessageBoxOptions): Promise<MessageBoxReturnValue>;
  /** Resolves to the path; null: cancelled. */
  showSave(options: SaveDialogOptions): Promise<string | null>;
}

const CANCEL = 0;
const ACCEPT = 1;
const CANCELLED: MessageBoxReturnValue = { response: CANCEL, checkboxChecked: false };

const NOT_HELD = {
  signal: AbortSignal.abort(),
  gone: Promise.resolve(),
  release: () => {},
};

const BOX = {
  type: 'warning',
  title: 'GPU Tray',
  cancelId: CANCEL,
  // Windows would turn the buttons into large links.
  noLink: true,
} as const;

/**
 * Asks in native dialogs, which no web page can draw or press. Only the accept button confirms: closing a dialog, Esc, Enter in a
 * confirmation, a panel that is gone and another open dialog all count as cancel. A choice is asked beside an open dialog.
 */
export function createDialogs({
  panel,
  showBox,
  showSave,
}: DialogPorts): Pick<DesktopPorts, 'confirm' | 'ask' | 'chooseFile'> {
  let open = 0;
  /** The panel, which the open dialogs share. */
  let held = NOT_HELD;

  function holdPanel(): typeof NOT_HELD {
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    const closed = new AbortController();
    const release = panel.hold(() => {
      closed.abort();
      resolve();
    });
    return { signal: closed.signal, gone, release };
  }

  /** @param show its signal aborts when the panel is gone @param notShown the panel cannot be shown */
  async function abovePanel<T>(
    cancelled: T,
    show: (signal: AbortSignal) => Promise<T>,
    notShown: () => T = () => cancelled,
  ): Promise<T> {
    if (open === 0) held = holdPanel();
    const { signal, gone, release } = held;
    if (signal.aborted) return notShown();
    open += 1;
    try {
      // A dialog without its window may never resolve.
      return await Promise.race([show(signal), gone.then(() => cancelled)]);
    } finally {
      open -= 1;
      if (open === 0) release();
    }
  }

  const showAbovePanel = (box: MessageBoxOptions, notShown?: () => never) =>
    abovePanel(CANCELLED, (signal) => showBox({ ...BOX, ...box, signal }), notShown);

  return {
    async confirm({ title, detail, accept }) {
      if (open > 0) return false;
      const { response } = await showAbovePanel({
        message: title,
        detail,
        buttons: ['Cancel', accept],
        defaultId: CANCEL,
      });
      return response === ACCEPT;
    },
    async ask({ title, detail, buttons, checkbox }) {
      const box = { message: title, detail, buttons: [...buttons], checkboxLabel: checkbox };
      const { response, checkboxChecked } = await showAbovePanel(
        { ...box, defaultId: buttons.length - 1 },
        () => {
          throw new Error('The question cannot be shown now');
        },
      );
      return { button: response, isChecked: checkboxChecked };
    },
    async chooseFile(name) {
      if (open > 0) return null;
      return abovePanel(null, () =>
        showSave({
          defaultPath: name,
          filters: [{ name: 'CSV', extensions: ['csv'] }],
          // On Linux; the other systems always ask.
          properties: ['showOverwriteConfirmation'],
        }),
      );
    },
  };
}

/**
 * Dialogs as children of a window. A dialog without a parent opens behind the panel, and blocks the whole app on macOS.
 * @param parent null: no window is open
 */
export function electronDialogs(parent: () => BrowserWindow | null): Omit<DialogPorts, 'panel'> {
  return {
    showBox(box) {
      const window = parent();
      return window === null ? dialog.showMessageBox(box) : dialog.showMessageBox(window, box);
    },
    async showSave(options) {
      const window = parent();
      const { canceled, filePath } = await (window === null
        ? dialog.showSaveDialog(options)
        : dialog.showSaveDialog(window, options));
      return canceled || filePath === '' ? null : filePath;
    },
  };
}
