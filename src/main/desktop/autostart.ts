import { rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import { refuse } from '../../core/app/index.ts';
import { readTextFileIfAny, writeAtomically } from '../../core/files/index.ts';
import { describeInternalError, type Log } from '../../core/log.ts';
import { APP_ID, AT_LOGIN, type Platform } from './platform.ts';

/** An entry among the programs that the desktop starts. */
interface LoginItem {
  /** Returns whether it is on afterwards: a desktop may ignore the change. @throws when the entry cannot be changed */
  set(isOn: boolean): Promise<boolean>;
  /** Whether the desktop will start us: users may turn it off there. */
  isOn(): Promise<boolean>;
}

export function createAutostart(platform: Platform, log: Log) {
  // From the source folder, the program to start would be a bare Electron.
  const { isPackaged } = app;
  const item = platform === 'linux' ? xdgAutostart() : electronLoginItem(platform);
  return {
    /** @throws RefusalError when run from the source folder, or when the desktop rejects the change */
    async set(isOn: boolean): Promise<void> {
      if (!isPackaged && !isOn) return;
      if (!isPackaged)
        refuse(
          'autostart',
          'Only an installed GPU Tray can start at login.',
          'Build it with `npm run dist`, install it, and turn this on there.',
        );
      const isSet = await item.set(isOn).catch((error: unknown) => {
        log.warn('autostart.failed', describeInternalError(error));
        return refuse(
          'autostart',
          'Failed to change the login item.',
          'Check that your configuration folder is writable, then try again.',
        );
      });
      if (isSet !== isOn)
        refuse(
          'autostart',
          `Your desktop did not ${isOn ? 'add' : 'remove'} GPU Tray as a login item.`,
          'Change it in your desktop’s settings for startup apps.',
        );
    },
    /** Sets the entry again, since the program may have moved. False: the user turned it off on the desktop. */
    async renew(): Promise<boolean> {
      if (!isPackaged) return true;
      if (!(await item.isOn())) return false;
      await item.set(true);
      return true;
    },
    /** Null: run from the source folder. */
    async isOn(): Promise<boolean | null> {
      // The desktop cannot read an unreadable entry either.
      return isPackaged ? item.isOn().catch(() => false) : null;
    },
  };
}

function electronLoginItem(platform: 'darwin' | 'win32'): LoginItem {
  return {
    async set(isOn) {
      app.setLoginItemSettings({ openAtLogin: isOn });
      return app.getLoginItemSettings().openAtLogin;
    },
    async isOn() {
      const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings();
      return platform === 'win32' ? executableWillLaunchAtLogin : openAtLogin;
    },
  };
}

/** Desktops turn an entry off by one of these lines, or by deleting it. */
const OFF = /^(?:Hidden[ \t]*=[ \t]*true|X-GNOME-Autostart-enabled[ \t]*=[ \t]*false)[ \t]*\r?$/m;

/** A file of XDG Autostart. Portals find the installed app by its name. */
function xdgAutostart(): LoginItem {
  const config = process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
  const file = join(config, 'autostart', `${APP_ID}.desktop`);
  // An AppImage runs from a temporary mount; APPIMAGE holds the path of the file itself.
  const program = process.env['APPIMAGE'] ?? process.execPath;
  return {
    async set(isOn) {
      // Same mode as other desktop entries.
      if (isOn) await writeAtomically(file, desktopEntry(program), 0o644);
      else await rm(file, { force: true });
      return isOn;
    },
    async isOn() {
      // The name of version 0.1.0.
      await rename(join(config, 'autostart', 'gpu-tray.desktop'), file).catch(() => {});
      const entry = await readTextFileIfAny(file);
      return entry !== null && !OFF.test(entry);
    },
  };
}

/** A quoted argument of `Exec` (Desktop Entry Specification): a backslash is escaped once more as in every string, `%` is doubled. */
function quoted(argument: string): string {
  const inQuotes = argument.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%');
  return `"${inQuotes.replaceAll('\\', '\\\\')}"`;
}

/** The file's content (XDG Autostart Specification). */
function desktopEntry(program: string): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=GPU Tray',
    // Desktops ignore the entry when the program is gone.
    `TryExec=${program.replaceAll('\\', '\\\\')}`,
    `Exec=${quoted(program)} --${AT_LOGIN}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}
