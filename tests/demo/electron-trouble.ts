import { clipped, printable } from '../../src/shared/format/index.ts';

/** How a program ended. */
export interface Ending {
  /** Null: it was ended by the signal. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Why Electron did not live, for people. */
export interface ElectronTrouble {
  /** What it said itself, one line; else how it ended, as in `code 7`. */
  readonly reason: string;
  /** What helps, in lines; null where that is not known. */
  readonly remedy: readonly string[] | null;
}

interface Known {
  readonly pattern: RegExp;
  readonly remedy: readonly string[];
}

/** Characters of a line that is shown. */
const MAX_LINE = 120;
/** What Chromium puts before a line: process, thread, time, level and place in its source. */
const PREFIX = /^\[[\w:./() -]*\]\s*/;

const SANDBOX = [
  'Electron may not make the sandbox that it runs in. Ubuntu 24.04 and later keep that from programs that',
  'they do not know (electron/electron#42510). Until the computer restarts, this allows it to all programs:',
  'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
];
const ROOT = ['Electron does not run as root: start it as an ordinary user.'];
const DISPLAY = [
  'Electron needs a display: start it in a desktop session, where DISPLAY or WAYLAND_DISPLAY is set.',
];
const LIBRARY = [
  'Install the library named there with your system’s packages, and start it again.',
];

/** In the words of Chromium, of Electron and of the loader of Linux. */
const KNOWN: readonly Known[] = [
  { pattern: /Running as root without --no-sandbox/, remedy: ROOT },
  { pattern: /SUID sandbox helper|No usable sandbox|user namespace/i, remedy: SANDBOX },
  { pattern: /Missing X server or \$DISPLAY|cannot open display/i, remedy: DISPLAY },
  { pattern: /Failed to connect to Wayland display/i, remedy: DISPLAY },
  { pattern: /error while loading shared libraries/, remedy: LIBRARY },
];

function shown(line: string): string {
  return clipped(printable(line.replace(PREFIX, '')), MAX_LINE);
}

/**
 * The first line that tells why it ended: one that is known to be the end of it, one that says so itself, or just the first,
 * since Electron complains of much that harms nothing.
 * @param said on standard error
 */
export function electronTrouble(said: string, { code, signal }: Ending): ElectronTrouble {
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  for (const line of lines) {
    const known = KNOWN.find(({ pattern }) => pattern.test(line));
    if (known !== undefined) return { reason: shown(line), remedy: known.remedy };
  }
  const telling =
    lines.find((line) => line.includes(':FATAL:')) ??
    lines.find((line) => !PREFIX.test(line)) ??
    lines[0];
  const ending = signal ?? `code ${code}`;
  return { reason: telling === undefined ? ending : shown(telling), remedy: null };
}
