/** What Electron, and Node when it starts a child of its own, leave for their own processes. */
const OURS =
  /^(?:ELECTRON_|CHROME_DESKTOP$|NODE_CHANNEL_|NODE_UNIQUE_ID$|ORIGINAL_XDG_CURRENT_DESKTOP$)/;
/** What an AppImage says of itself (docs.appimage.org, "Environment variables"). */
const APPIMAGE = ['APPIMAGE', 'APPDIR', 'ARGV0', 'OWD'];

/**
 * The environment a program that is not ours is to have: the user's, without what belongs to our own process. An AppImage puts
 * its mounted folder at the head of PATH, LD_LIBRARY_PATH, XDG_DATA_DIRS and others; a terminal or an ssh that loads its
 * libraries from there breaks, and the folder is gone once we quit. Electron may replace XDG_CURRENT_DESKTOP and keeps the true one aside.
 */
export function launchEnvironment(env: Readonly<NodeJS.ProcessEnv>): NodeJS.ProcessEnv {
  const mounted = env['APPDIR'];
  const cleaned: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || OURS.test(name)) continue;
    const kept = mounted === undefined ? value : withoutFolder(name, value, mounted);
    if (kept !== null) cleaned[name] = kept;
  }
  const desktop = env['ORIGINAL_XDG_CURRENT_DESKTOP'];
  return desktop === undefined ? cleaned : { ...cleaned, XDG_CURRENT_DESKTOP: desktop };
}

/** The value without its parts in that folder; null when it held nothing else. */
function withoutFolder(name: string, value: string, folder: string): string | null {
  if (APPIMAGE.includes(name)) return null;
  if (folder === '' || folder === '/') return value;
  const parts = value.split(':');
  const isWithin = (part: string) => part === folder || part.startsWith(`${folder}/`);
  if (!parts.some(isWithin)) return value;
  // An empty part means the current folder; AppRun leaves one where the variable was empty before.
  const kept = parts.filter((part) => part !== '' && !isWithin(part));
  return kept.length === 0 ? null : kept.join(':');
}
