/** The desktops that GPU Tray distinguishes. */
export type Platform = 'darwin' | 'win32' | 'linux';

/** Systems other than macOS and Windows are treated as Linux. */
export function desktopPlatform(platform: NodeJS.Platform): Platform {
  return platform === 'darwin' || platform === 'win32' ? platform : 'linux';
}
