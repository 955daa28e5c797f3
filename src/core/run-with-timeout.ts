import { type ChildProcess, spawn } from 'node:child_process';
import { basename } from 'node:path';
import { type Clock, systemClock } from './clock.ts';

/** Variables that Electron, and Node in its child processes, set for themselves. */
const OURS =
  /^(?:ELECTRON_|CHROME_DESKTOP$|NODE_CHANNEL_|NODE_UNIQUE_ID$|ORIGINAL_XDG_CURRENT_DESKTOP$)/;
/** Variables that an AppImage sets (docs.appimage.org, "Environment variables"). */
const APPIMAGE = ['APPIMAGE', 'APPDIR', 'ARGV0', 'OWD'];

/** The environment for other programs, without the paths of an AppImage; Electron may have replaced XDG_CURRENT_DESKTOP. */
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

/** How a child process ended: exit code 0, another code or none, not installed, or killed at the timeout or by the signal. */
export type RunOutcome =
  | { readonly state: 'done'; readonly stdout: string }
  | {
      readonly state: 'failed';
      /** `tooLong`: killed for its output. Null: another error or a signal. */
      readonly exitCode: number | 'tooLong' | null;
      readonly stderr: string;
    }
  | { readonly state: 'absent' }
  | { readonly state: 'late' };

/** Runs a program without a shell. Resolves when the program exits, or when it is killed at its timeout. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<RunOutcome>;

export interface ChildOptions {
  /** For `launchEnvironment`. */
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly timeoutMs: number;
  readonly clock?: Pick<Clock, 'after'>;
  /** Its complete stdin. */
  readonly input?: string | undefined;
  /** Ends it early. */
  readonly signal?: AbortSignal;
}

const MAX_OUTPUT = 64 * 1024;

/** A name that is missing on the PATH fails with EACCES where a folder of the PATH may not be read. */
const isMissing = ({ code }: NodeJS.ErrnoException, program: string) =>
  code === 'ENOENT' || (code === 'EACCES' && basename(program) === program);

function killAll(child: ChildProcess): void {
  const { pid } = child;
  try {
    // With a ProxyCommand and whatever else it started.
    if (pid !== undefined && process.platform !== 'win32') process.kill(-pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {}
}

/** Runs a program, and ends the program and its children at the timeout. Never rejects for what the program does. */
export async function runChild(
  program: string,
  args: readonly string[],
  { env, timeoutMs, clock = systemClock, input, signal }: ChildOptions,
): Promise<RunOutcome> {
  const ended = Promise.withResolvers<RunOutcome>();
  const child = spawn(program, args, {
    // Untranslated messages, since errors are recognized by them.
    env: { ...launchEnvironment(env), LC_ALL: 'C' },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    // A new process group, to end all of it.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  let [output, errors] = ['', ''];
  const fail = (exitCode: number | 'tooLong' | null) =>
    ended.resolve({ state: 'failed', exitCode, stderr: errors });
  child.once('error', (error) => {
    if (isMissing(error, program)) ended.resolve({ state: 'absent' });
    else fail(null);
  });
  const { stdin, stdout, stderr } = child;
  // Too many open files: the error follows.
  if (!stdout || !stderr) return ended.promise;
  const late = () => ended.resolve({ state: 'late' });
  const cancel = clock.after(timeoutMs, late);
  signal?.addEventListener('abort', late, { once: true });
  // A program that fails at once does not read it.
  stdin?.on('error', () => {}).end(input);
  stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.length > MAX_OUTPUT) fail('tooLong');
  });
  stderr.setEncoding('utf8').on('data', (text: string) => {
    if (errors.length < MAX_OUTPUT) errors += text;
  });
  // Not the end of stderr: a shared connection that OpenSSH before 8.5 keeps open holds it.
  const outputEnded = new Promise((resolve) => stdout.once('close', resolve));
  child.once('exit', async (code) => {
    await outputEnded;
    // All that was written before the exit has been read after this turn.
    await new Promise(setImmediate);
    if (code === 0) ended.resolve({ state: 'done', stdout: output });
    else fail(code);
  });
  return ended.promise.finally(() => {
    cancel();
    signal?.removeEventListener('abort', late);
    if (child.exitCode === null || !stdout.closed) killAll(child);
    stdout.destroy();
    stderr.destroy();
  });
}

/** @param timeoutMs of each run */
export const runWithTimeout =
  (env: Readonly<NodeJS.ProcessEnv>, timeoutMs: number): RunProgram =>
  (program, args) =>
    runChild(program, args, { env, timeoutMs });
