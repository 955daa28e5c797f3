import { type BrowserWindow, dialog, type MessageBoxOptions } from 'electron';
import type { DesktopPorts } from '../../core/app/index.ts';
import { unlessAborted } from '../../core/clock.ts';
import type { Panel } from '../panel/panel.ts';

const CANCEL = 0;
const ACCEPT = 1;

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
 * A dialog without a parent would open behind the panel, and block the whole app on macOS.
 */
export function createDialogs(panel: Pick<Panel, 'hold' | 'release'>): DesktopPorts['dialogs'] {
  let open = 0;

  /** @param show its signal aborts when the panel is gone @returns null: the panel is gone @throws when the panel cannot be shown */
  async function abovePanel<T>(
    show: (parent: BrowserWindow, signal: AbortSignal) => Promise<T>,
  ): Promise<T | null> {
    const held = panel.hold();
    if (held === null) throw new Error('The dialog cannot be shown now');
    const { window, gone } = held;
    // With the window's own signal, Electron would later close again what was answered, and log an error for each.
    const dismissal = new AbortController();
    open += 1;
    try {
      // A dialog without its window may never resolve.
      return await unlessAborted(show(window, dismissal.signal), gone);
    } catch (error) {
      if (!gone.aborted) throw error;
      dismissal.abort();
      return null;
    } finally {
      open -= 1;
      if (open === 0) panel.release();
    }
  }

  const showBox = (box: MessageBoxOptions) =>
    abovePanel((parent, signal) => dialog.showMessageBox(parent, { ...BOX, ...box, signal }));

  return {
    async confirm({ title, detail, accept }) {
      if (open > 0) return false;
      const buttons = ['Cancel', accept];
      const answer = await showBox({ message: title, detail, buttons, defaultId: CANCEL });
      return answer?.response === ACCEPT;
    },
    async ask({ title, detail, buttons, checkbox }) {
      const box = { message: title, detail, buttons: [...buttons], checkboxLabel: checkbox };
      const answer = await showBox({ ...box, defaultId: buttons.length - 1 });
      return { button: answer?.response ?? CANCEL, isChecked: answer?.checkboxChecked ?? false };
    },
    async chooseFile(name) {
      if (open > 0) return null;
      const answer = await abovePanel((parent) =>
        dialog.showSaveDialog(parent, {
          defaultPath: name,
          filters: [{ name: 'CSV', extensions: ['csv'] }],
          // On Linux; the other systems always ask.
          properties: ['showOverwriteConfirmation'],
        }),
      );
      return answer?.filePath || null;
    },
  };
}
