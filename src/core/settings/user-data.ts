import { join } from 'node:path';

/** Electron names its folder after the product; the CLI must find the same one. */
const FOLDER = 'GPU Tray';

/** The folder of settings and history: Electron’s `app.getPath('userData')`. */
export function userDataFolder(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  switch (platform) {
    case 'darwin':
      return join(home, 'Library', 'Application Support', FOLDER);
    case 'win32':
      return join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), FOLDER);
    default:
      return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), FOLDER);
  }
}
