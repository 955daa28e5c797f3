import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { clipped, printable } from '../../../shared/format/index.ts';
import type { Clock } from '../../clock.ts';
import { launchEnvironment } from '../../run-with-timeout.ts';
import { type Command, Unquotable } from '../commands/quote.ts';
import type { LaunchFile } from './pass-command.ts';
import type { Terminal } from './terminals.ts';

export interface LaunchPorts {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly home: string;
  /** For short-lived files, such as `os.tmpdir()`. */
  readonly temporaryFolder: string;
  readonly clock: Clock;
}

/** How starting a terminal ended. `problem`: a message for people. */
export type LaunchOutcome =
  /** Its window is open, or its process still runs. */
  | { readonly state: 'opened' }
  /** `notStarted`: it can't be started, or not with this command. `failed`: it exited right away. */
  | { readonly state: 'notStarted' | 'failed'; readonly problem: string };

/** Tries terminals until one was started. @returns null for an empty list; the first outcome when none could be started */
export async function openFirstTerminal(
  terminals: readonly Terminal[],
  command: Command,
  ports: LaunchPorts,
): Promise<LaunchOutcome | null> {
  let first: LaunchOutcome | null = null;
  for (const terminal of terminals) {
    const outcome = await openTerminal(terminal, command, ports);
    if (outcome.state !== 'notStarted') return outcome;
    first ??= outcome;
  }
  return first;
}

/** Starts a terminal in a new session, so that the terminal outlives GPU Tray. Resolves after `watchMs` or its exit. Never rejects. */
export async function openTerminal(
  { name, watchMs, launch }: Terminal,
  command: Command,
  ports: LaunchPorts,
): Promise<LaunchOutcome> {
  const { clock, temporaryFolder } = ports;
  const stderr = join(temporaryFolder, `gpu-tray-terminal-${randomUUID()}`);
  try {
    const { argv, file } = launch(command);
    if (file !== undefined) await writeLaunchFile(file, clock.now());
    const child = start(argv, stderr, ports);
    const isWatched = Promise.withResolvers<null>();
    const cancel = clock.after(watchMs, () => isWatched.resolve(null));
    // Rejects where the program can't be started.
    const ended = await Promise.race([once(child, 'exit'), isWatched.promise]).finally(cancel);
    const [code, signal] = ended ?? [0];
    if (code === 0) return { state: 'opened' };
    const ending = code === null ? String(signal) : `exit code ${code}`;
    return failed(name, ending, await readFile(stderr, 'utf8').catch(() => ''));
  } catch (error) {
    return failure(error, name);
  } finally {
    await rm(stderr, { force: true }).catch(() => undefined);
  }
}

/** @param stderr a file, not a pipe: a pipe would break when GPU Tray quits, and end the terminal at its next write */
function start(
  [program, ...args]: Command,
  stderr: string,
  { env, home }: LaunchPorts,
): ChildProcess {
  const file = openSync(stderr, 'wx', 0o600);
  try {
    const child = spawn(program, args, {
      env: launchEnvironment(env),
      stdio: ['ignore', 'ignore', file],
      detached: true,
      // A missing folder would look like a missing program.
      ...(existsSync(home) ? { cwd: home } : {}),
    });
    child.unref();
    return child;
  } finally {
    closeSync(file);
  }
}

/** @param output of which the last line is shown: others may be log lines */
function failed(name: string, ending: string, output: string): LaunchOutcome {
  const message = stripVTControlCharacters(output).trim().split('\n').at(-1);
  const reason = message ? `: ${clipped(printable(message), 300)}` : '.';
  return { state: 'failed', problem: `${name} failed to start (${ending})${reason}` };
}

function failure(error: unknown, name: string): LaunchOutcome {
  if (error instanceof Unquotable) return { state: 'notStarted', problem: error.message };
  if (!(error instanceof Error)) return failed(name, 'error', String(error));
  const code = 'code' in error ? String(error.code) : 'error';
  const program = 'syscall' in error && /^spawn (.*)/s.exec(String(error.syscall))?.[1];
  const why = code === 'ENOENT' ? `${program} not found` : `no permission to run ${program}`;
  if (program && ['ENOENT', 'EACCES', 'EPERM'].includes(code))
    return { state: 'notStarted', problem: `Failed to start ${name}: ${why}.` };
  return failed(name, code, error.message);
}

/** Launch files older than this have been read, in ms. */
const READ_BY_MS = 3_600_000;

/** Writes a launch file for the user alone and deletes old ones: no terminal reports the end of its reading. */
async function writeLaunchFile({ path, content, ours }: LaunchFile, now: number): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  await writeFile(path, content, { mode: 0o600 });
  const names = await readdir(folder).catch(() => []);
  const others = names.filter((name) => ours.test(name) && name !== basename(path));
  // Those that are no files, already gone, or not ours to remove stay: the next launch tries again.
  await Promise.allSettled(
    others.map(async (name) => {
      const { mtimeMs } = await lstat(join(folder, name));
      if (now - mtimeMs > READ_BY_MS) await rm(join(folder, name));
    }),
  );
}
