import { type BrowserWindow, dialog } from 'electron';
import type { ConfirmerPorts } from './confirmer.ts';

/**
 * Shows message boxes above a window: there they are sheets or at least in front of it. Without one they would be behind the
 * panel, and on macOS hold up everything until they are answered.
 * @param parent the window to stand above; null: none
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
