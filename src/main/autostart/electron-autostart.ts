import { homedir } from 'node:os';
import { app } from 'electron';
import type { Log } from '../../core/log.ts';
import { describeDefect } from '../log/index.ts';
import { autostartFile, setXdgAutostart } from './xdg-autostart.ts';

/** Has the app started with the session, or not any more. */
export function setAutostart(isOn: boolean, log: Log): void {
  if (!app.isPackaged) {
    // It would start Electron itself, without us in it.
    log.info('autostart.onlyPackaged');
    return;
  }
  if (process.platform === 'darwin' || process.platform === 'win32') {
    app.setLoginItemSettings({ openAtLogin: isOn });
    return;
  }
  // An AppImage runs from a folder that is gone after it; the variable names the file itself.
  const program = process.env['APPIMAGE'] ?? process.execPath;
  setXdgAutostart(autostartFile(process.env, homedir()), isOn ? program : null).catch((error) =>
    log.warn('autostart.failed', describeDefect(error)),
  );
}
