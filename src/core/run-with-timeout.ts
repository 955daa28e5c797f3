import { type ExecFileException, execFile } from 'node:child_process';
import { basename } from 'node:path';

/** Variables that Electron, and Node in its child processes, set for themselves. */
const OURS =
  /^(?:ELECTRON_|CHROME_DESKTOP$|NODE_CHANNEL_|NODE_UNIQUE_ID$|ORIGINAL_XDG_CURRENT_DESKTOP$)/;
/** Variables that an AppImage sets (docs.appimage.org, "Environment variables"). */
const APPIMAGE = ['APPIMAGE', 'APPDIR', 'ARGV0', 'OWD'];

/**
 * The user's environment for other programs, without ours: an AppImage prepends its mounted folder to PATH, LD_LIBRARY_PATH and
 * others, where a terminal would load wrong libraries. Electron may replace XDG_CURRENT_DESKTOP and keeps the original.
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

/** The value without its parts in that folder; null when nothing is left. */
function withoutFolder(name: string, value: string, folder: string): string | null {
  if (APPIMAGE.includes(name)) return null;
  if (folder === '' || folder === '/') return value;
  const parts = value.split(':');
  const isWithin = (part: string) => part === folder || part.startsWith(`${folder}/`);
  if (!parts.some(isWithin)) return value;
  // An empty part means the current folder; AppRun leaves one where the variable was empty.
  const kept = parts.filter((part) => part !== '' && !isWithin(part));
  return kept.length === 0 ? null : kept.join(':');
}

/** How a short-lived program ended: exit code 0, another one, not installed, or killed at the timeout. */
export type RunOutcome =
  | { readonly state: 'done'; readonly stdout: string }
  | { readonly state: 'failed'; readonly stderr: string }
  | { readonly state: 'absent' }
  | { readonly state: 'late' };

/** Runs a program without a shell and resolves when it exits, or when it is killed at its timeout. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<RunOutcome>;

/** A name that is not found on the PATH fails with EACCES where one of its folders may not be read. */
const isMissing = ({ code }: ExecFileException, program: string) =>
  code === 'ENOENT' || (code === 'EACCES' && basename(program) === program);

const LATE = { state: 'late' } as const;

/** Runs programs in `launchEnvironment(env)`. @param timeoutMs of each run */
export function runWithTimeout(env: Readonly<NodeJS.ProcessEnv>, timeoutMs: number): RunProgram {
  return (program, args) =>
    new Promise((resolve) => {
      const options = {
        // Untranslated messages, since errors are recognized by them.
        env: { ...launchEnvironment(env), LC_ALL: 'C' },
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        maxBuffer: 64 * 1024,
      } as const;
      const child = execFile(program, args, options, (error, stdout, stderr) => {
        // Node.js reports no error where the program exits while its output is cut off at the timeout.
        if (!error) resolve(child.stdout?.readableEnded ? { state: 'done', stdout } : LATE);
        else if (isMissing(error, program)) resolve({ state: 'absent' });
        else if (error.killed) resolve(LATE);
        else resolve({ state: 'failed', stderr });
      });
    });
}
