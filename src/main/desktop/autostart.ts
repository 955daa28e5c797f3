import { rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import { refuse } from '../../core/app/index.ts';
import { readTextFileIfAny, writeAtomically } from '../../core/files/index.ts';
import { describeInternalError, type Log } from '../../core/log.ts';
import { APP_ID, AT_LOGIN, type Platform } from './platform.ts';

export interface AutostartPorts {
  /** False when run from the source folder, where the program to start would be a bare Electron. */
  readonly isPackaged: boolean;
  /** Returns whether it is on afterwards: a desktop may ignore the change. @throws when the entry cannot be changed */
  set(isOn: boolean): boolean | Promise<boolean>;
  /** Whether the desktop will start us: users may turn it off there. */
  isOn(): boolean | Promise<boolean>;
  readonly log: Log;
}

/** @throws RefusalError when run from the source folder, or when the desktop rejects the change */
export async function setAutostart(isOn: boolean, ports: AutostartPorts): Promise<void> {
  if (!ports.isPackaged) {
    if (!isOn) return;
    refuse(
      'autostart',
      'Only an installed GPU Tray can start at login.',
      'Build it with `npm run dist`, install it, and turn this on there.',
    );
  }
  let isSet: boolean;
  try {
    isSet = await ports.set(isOn);
  } catch (error) {
    ports.log.warn('autostart.failed', describeInternalError(error));
    return refuse(
      'autostart',
      'Failed to change the login item.',
      'Check that your configuration folder is writable, then try again.',
    );
  }
  if (isSet !== isOn)
    refuse(
      'autostart',
      `Your desktop did not ${isOn ? 'add' : 'remove'} GPU Tray as a login item.`,
      'Change it in your desktop’s settings for startup apps.',
    );
}

/**
 * Sets the entry again, since the program may have moved, unless the user turned it off on the desktop, as in the Task Manager of
 * Windows. Returns false when it is off.
 */
export async function renewAutostart(ports: AutostartPorts): Promise<boolean> {
  if (!ports.isPackaged) return true;
  if (!(await ports.isOn())) return false;
  await ports.set(true);
  return true;
}

/** The login items of macOS and Windows; an XDG autostart file on Linux. */
export function electronAutostart(platform: Platform, log: Log): AutostartPorts {
  const { isPackaged } = app;
  if (platform !== 'linux')
    return {
      isPackaged,
      set(isOn) {
        app.setLoginItemSettings({ openAtLogin: isOn });
        return app.getLoginItemSettings().openAtLogin;
      },
      isOn() {
        const item = app.getLoginItemSettings();
        return platform === 'win32' ? item.executableWillLaunchAtLogin : item.openAtLogin;
      },
      log,
    };
  // An AppImage runs from a temporary mount; APPIMAGE holds the path of the file itself.
  const program = process.env['APPIMAGE'] ?? process.execPath;
  const file = xdgAutostartFile(process.env, homedir());
  return {
    isPackaged,
    set: (isOn) => setXdgAutostart(file, program, isOn),
    async isOn() {
      // Earlier versions named it so.
      await rename(join(dirname(file), 'gpu-tray.desktop'), file).catch(() => {});
      return isXdgAutostartOn(file);
    },
    log,
  };
}

/** Same mode as other desktop entries. */
const ENTRY_MODE = 0o644;

/** See the XDG Base Directory Specification. Portals find the installed app by the entry's name. */
export function xdgAutostartFile(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  const config = env['XDG_CONFIG_HOME'] || join(home, '.config');
  return join(config, 'autostart', `${APP_ID}.desktop`);
}

/** @param program full path of the program that the entry starts */
export async function setXdgAutostart(
  file: string,
  program: string,
  isOn: boolean,
): Promise<boolean> {
  if (isOn) await writeAtomically(file, desktopEntry(program), ENTRY_MODE);
  else await rm(file, { force: true });
  return isOn;
}

/** Desktops turn an entry off by one of these lines, or by deleting it. */
const OFF = /^(?:Hidden[ \t]*=[ \t]*true|X-GNOME-Autostart-enabled[ \t]*=[ \t]*false)[ \t]*\r?$/m;

/** Whether the entry exists and is not turned off. @throws when it cannot be read */
export async function isXdgAutostartOn(file: string): Promise<boolean> {
  const entry = await readTextFileIfAny(file);
  return entry !== null && !OFF.test(entry);
}

/**
 * A quoted argument of `Exec` (Desktop Entry Specification, "The Exec key"): four characters are escaped inside quotes, each
 * backslash once more as in every string of the file, and `%` starts a field code unless doubled.
 */
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
