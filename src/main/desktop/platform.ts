/** The kinds of desktop that main tells apart. */
export type Platform = 'darwin' | 'win32' | 'linux';

/** The kind of desktop. Whatever is neither macOS nor Windows behaves as Linux does. */
export function desktopPlatform(platform: NodeJS.Platform): Platform {
  return platform === 'darwin' || platform === 'win32' ? platform : 'linux';
}
