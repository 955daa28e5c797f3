import { clipped, printable } from '../src/shared/format/index.ts';

export interface Ending {
  /** Null: ended by the signal. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ElectronProblem {
  /** Error line of Electron, else such as `code 7`. */
  readonly reason: string;
  /** What to do, in lines; none when unknown. */
  readonly fix: readonly string[];
}

const MAX_LINE = 120;
/** Chromium's log prefix: process, thread, time, level and source location. */
const PREFIX = /^\[[\w:./() -]*\]\s*/;

const SANDBOX = [
  'The system blocks the sandbox that Electron needs, as Ubuntu 24.04 and later do for unknown programs',
  '(electron/electron#42510). To allow it for all programs until the next restart:',
  'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
];
const ROOT = ['Electron does not run as root. Start it as an ordinary user.'];
const DISPLAY = [
  'Electron needs a display. Start it in a desktop session, where DISPLAY or WAYLAND_DISPLAY is set.',
];
const LIBRARY = ['Install the library named above with your package manager, then try again.'];

/** Error lines of Chromium, Electron and the Linux loader. */
const KNOWN = [
  { pattern: /Running as root without --no-sandbox/, fix: ROOT },
  { pattern: /SUID sandbox helper|No usable sandbox|user namespace/i, fix: SANDBOX },
  { pattern: /Missing X server or \$DISPLAY|cannot open display/i, fix: DISPLAY },
  { pattern: /Failed to connect to Wayland display/i, fix: DISPLAY },
  { pattern: /error while loading shared libraries/, fix: LIBRARY },
];

function cleaned(line: string): string {
  return clipped(printable(line.replace(PREFIX, '')), MAX_LINE);
}

/** Picks the line of stderr that explains the ending: a known one, else a fatal one, else the first without a log prefix. */
export function electronProblem(stderr: string, { code, signal }: Ending): ElectronProblem {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  for (const line of lines) {
    const known = KNOWN.find(({ pattern }) => pattern.test(line));
    if (known !== undefined) return { reason: cleaned(line), fix: known.fix };
  }
  const cause =
    lines.find((line) => line.includes(':FATAL:')) ??
    lines.find((line) => !PREFIX.test(line)) ??
    lines[0];
  const ending = signal ?? `code ${code}`;
  return { reason: cause === undefined ? ending : cleaned(cause), fix: [] };
}
