import { homedir } from 'node:os';
import { app } from 'electron';
import type { Log } from '../../core/log.ts';
import type { AutostartPorts } from './autostart.ts';
import { autostartFile, isXdgAutostart, setXdgAutostart } from './xdg-autostart.ts';

/** How this desktop starts programs with its session. */
export function electronAutostart(log: Log): AutostartPorts {
  const { isPackaged } = app;
  if (process.platform === 'darwin' || process.platform === 'win32')
    return {
      isPackaged,
      set: (isOn) => app.setLoginItemSettings({ openAtLogin: isOn }),
      isSet: () => app.getLoginItemSettings().openAtLogin,
      log,
    };
  // An AppImage runs from a folder that is gone after it; the variable names the file itself.
  const program = process.env['APPIMAGE'] ?? process.execPath;
  const file = autostartFile(process.env, homedir());
  return {
    isPackaged,
    set: (isOn) => setXdgAutostart(file, isOn ? program : null),
    isSet: () => isXdgAutostart(file),
    log,
  };
}
