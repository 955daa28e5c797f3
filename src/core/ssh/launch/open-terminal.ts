import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '../../clock.ts';
import { launchEnvironment } from '../../run-with-timeout.ts';
import type { Command } from '../commands/quote.ts';
import type { LaunchFile } from './pass-command.ts';
import type { Terminal } from './terminals.ts';

/** What starting a terminal needs. */
export interface LaunchPorts {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** The folder the terminal starts in. */
  readonly home: string;
  /** For short-lived files, such as `os.tmpdir()`. */
  readonly temporaryFolder: string;
  readonly clock: Clock;
}

/** How starting a terminal ended. */
export type LaunchOutcome =
  /** Its window is open, or its process still runs. */
  | { readonly state: 'opened' }
  /** It can't take this command unchanged; the reason is for people. */
  | { readonly state: 'refused'; readonly reason: string }
  | { readonly state: 'notFound' | 'notAllowed'; readonly program: string }
  /** It exited right away. `output`: the first line on stderr that is no log line, or null. */
  | { readonly state: 'failed'; readonly ending: string; readonly output: string | null };

/** The failure as a message for people, or null. */
export function launchProblem(terminalName: string, outcome: LaunchOutcome): string | null {
  switch (outcome.state) {
    case 'opened':
      return null;
    case 'refused':
      return outcome.reason;
    case 'notFound':
      return `Failed to start ${terminalName}: ${outcome.program} not found.`;
    case 'notAllowed':
      return `Failed to start ${terminalName}: no permission to run ${outcome.program}.`;
    case 'failed':
      return outcome.output === null
        ? `${terminalName} failed to start (${outcome.ending}).`
        : `${terminalName} failed to start (${outcome.ending}): ${outcome.output}`;
  }
}

/**
 * Starts the first terminal that can be started with this command. The next is tried only where none was started yet.
 * @returns null when the list is empty; the first outcome when none could be started
 */
export async function openFirstTerminal(
  terminals: readonly Terminal[],
  command: Command,
  ports: LaunchPorts,
): Promise<{ readonly terminal: Terminal; readonly outcome: LaunchOutcome } | null> {
  let first: { terminal: Terminal; outcome: LaunchOutcome } | null = null;
  for (const terminal of terminals) {
    const outcome = await openTerminal(terminal, command, ports);
    if (outcome.state === 'opened' || outcome.state === 'failed') return { terminal, outcome };
    first ??= { terminal, outcome };
  }
  return first;
}

/**
 * Starts a terminal with a command, without a shell, in a session of its own, so that it outlives GPU Tray. Resolves once its process
 * exits or `watchMs` have passed. Never rejects.
 */
export async function openTerminal(
  terminal: Terminal,
  command: Command,
  ports: LaunchPorts,
): Promise<LaunchOutcome> {
  const launch = terminal.launch(command);
  if (launch.state === 'refused') return launch;
  try {
    if (launch.file !== null) await writeLaunchFile(launch.file, ports.clock.now());
    // A file, not a pipe: a pipe would break when GPU Tray quits, and end the terminal at its next write.
    const folder = await mkdtemp(join(ports.temporaryFolder, 'gpu-tray-terminal-'));
    try {
      return await run(launch.argv, terminal, join(folder, 'stderr'), ports);
    } finally {
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }
  } catch (error) {
    return failure(error, launch.argv[0]);
  }
}

async function run(
  [program, ...args]: Command,
  terminal: Terminal,
  stderr: string,
  { env, home, clock }: LaunchPorts,
): Promise<LaunchOutcome> {
  const file = await open(stderr, 'wx', 0o600);
  try {
    const child = spawn(program, args, {
      env: launchEnvironment(env),
      stdio: ['ignore', 'ignore', file.fd],
      detached: true,
      // A missing folder would look like a missing program.
      ...(existsSync(home) ? { cwd: home } : {}),
    });
    child.unref();
    // Before any await: a failure to start is emitted on the next turn, once.
    return watch(child, program, terminal, stderr, clock);
  } finally {
    await file.close();
  }
}

function watch(
  child: ChildProcess,
  program: string,
  { watchMs, failureCodes }: Terminal,
  stderr: string,
  clock: Clock,
): Promise<LaunchOutcome> {
  return new Promise((resolve) => {
    const cancel = clock.after(watchMs, () => resolve({ state: 'opened' }));
    child.once('error', (error) => {
      cancel();
      resolve(failure(error, program));
    });
    child.once('exit', (code, signal) => {
      cancel();
      const isFailure = code === null || (failureCodes?.includes(code) ?? code !== 0);
      if (!isFailure) return resolve({ state: 'opened' });
      const ending = code === null ? String(signal) : `exit code ${code}`;
      readFile(stderr, 'utf8').then(
        (text) => resolve({ state: 'failed', ending, output: firstMessage(text) }),
        () => resolve({ state: 'failed', ending, output: null }),
      );
    });
  });
}

function failure(error: unknown, program: string): LaunchOutcome {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const isSpawn =
    error instanceof Error && 'syscall' in error && String(error.syscall).startsWith('spawn');
  if (isSpawn && code === 'ENOENT') return { state: 'notFound', program };
  if (isSpawn && (code === 'EACCES' || code === 'EPERM')) return { state: 'notAllowed', program };
  const message = error instanceof Error ? error.message : String(error);
  return { state: 'failed', ending: String(code ?? 'error'), output: firstMessage(message) };
}

const MAX_OUTPUT = 300;

/** The first line that is no log line, without control sequences; null when there is none. */
function firstMessage(stderr: string): string | null {
  const lines = stderr
    .split(/[\r\n]+/)
    .map((line) => line.replace(/\p{Cc}(?:\[[0-9;?]*[A-Za-z])?/gu, '').trim())
    .filter((line) => line !== '');
  const first = lines.find((line) => !/^(?:info|debug|warn(?:ing)?)\b/i.test(line)) ?? lines[0];
  return first?.slice(0, MAX_OUTPUT) ?? null;
}

/** Launch files older than this have been read, in ms. */
const READ_BY_MS = 3_600_000;

/** Writes a launch file for the user alone and deletes old ones: a terminal does not report that it has read its file. */
async function writeLaunchFile({ path, content, ours }: LaunchFile, now: number): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  await writeFile(path, content, { mode: 0o600 });
  const names = await readdir(folder).catch(() => []);
  const others = names.filter((name) => ours.test(name) && name !== basename(path));
  await Promise.all(others.map((name) => removeIfOld(join(folder, name), now)));
}

async function removeIfOld(path: string, now: number): Promise<void> {
  try {
    const { mtimeMs } = await lstat(path);
    if (now - mtimeMs > READ_BY_MS) await rm(path);
  } catch {
    // Not a file, already gone, or not ours to remove: the next launch tries again.
  }
}
