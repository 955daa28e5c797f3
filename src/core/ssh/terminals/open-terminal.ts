import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../clock.ts';
import { launchEnvironment } from '../../launch-environment.ts';
import type { Command } from '../command/index.ts';
import { complaint } from './complaint.ts';
import { writeLaunchFile } from './launch-file.ts';
import type { LaunchOutcome } from './launch-outcome.ts';
import type { Terminal } from './terminal.ts';

/** What starting a terminal needs of the world. */
export interface LaunchPorts {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Where the terminal starts. */
  readonly home: string;
  /** Where a short-lived file may be put, such as `os.tmpdir()`. */
  readonly temporaryFolder: string;
  readonly clock: Clock;
}

/**
 * Starts a terminal with a command: no shell, in a session of its own, so that it outlives us. Answers once its program has
 * ended, or has not for as long as the terminal is watched. Never rejects.
 */
export async function openTerminal(
  terminal: Terminal,
  command: Command,
  ports: LaunchPorts,
): Promise<LaunchOutcome> {
  const launch = terminal.launch(command);
  if (launch.state === 'refused') return launch;
  // A batch file has cmd read the words again, by other rules (CVE-2024-27980).
  if (/\.(?:cmd|bat)$/i.test(launch.argv[0]))
    return { state: 'refused', reason: 'A batch file cannot be given a command safely.' };
  try {
    if (launch.file !== null) await writeLaunchFile(launch.file, ports.clock.now());
    // A file and not a pipe: a pipe would break, and end the terminal at its next word, once we are gone.
    const folder = await mkdtemp(join(ports.temporaryFolder, 'gpu-tray-terminal-'));
    const stderr = join(folder, 'stderr');
    try {
      return await run(launch.argv, terminal, stderr, ports);
    } finally {
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }
  } catch (error) {
    return failure(error, launch.argv[0]);
  }
}

async function run(
  [program, ...words]: Command,
  terminal: Terminal,
  stderr: string,
  { env, home, clock }: LaunchPorts,
): Promise<LaunchOutcome> {
  const file = await open(stderr, 'wx', 0o600);
  try {
    const child = spawn(program, words, {
      env: launchEnvironment(env),
      stdio: ['ignore', 'ignore', file.fd],
      detached: true,
      // A folder that is not there would look like a program that is not there.
      ...(existsSync(home) ? { cwd: home } : {}),
    });
    child.unref();
    // Watched before anything is awaited: a failure to start is told on the next turn, once.
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
      const ending = code === null ? `by ${signal}` : `exit code ${code}`;
      readFile(stderr, 'utf8').then(
        (text) => resolve({ state: 'failed', ending, complaint: complaint(text) }),
        () => resolve({ state: 'failed', ending, complaint: null }),
      );
    });
  });
}

function failure(error: unknown, program: string): LaunchOutcome {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const isSpawn =
    error instanceof Error && 'syscall' in error && String(error.syscall).startsWith('spawn');
  if (isSpawn && code === 'ENOENT') return { state: 'absent', program };
  if (isSpawn && (code === 'EACCES' || code === 'EPERM')) return { state: 'forbidden', program };
  const said = error instanceof Error ? error.message : String(error);
  return { state: 'failed', ending: String(code ?? 'not started'), complaint: complaint(said) };
}
