import { sep } from 'node:path';

/** The desktops that GPU Tray distinguishes. */
export type Platform = 'darwin' | 'win32' | 'linux';

/** Systems other than macOS and Windows are treated as Linux. */
export function desktopPlatform(platform: NodeJS.Platform): Platform {
  return platform === 'darwin' || platform === 'win32' ? platform : 'linux';
}

/** The path of a file that is unpacked beside the asar archive, e.g. an icon that Windows loads itself. */
export function unpacked(path: string): string {
  return path.replace(`${sep}app.asar${sep}`, `${sep}app.asar.unpacked${sep}`);
}
