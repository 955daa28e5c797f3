import { execFile } from 'node:child_process';
import { launchEnvironment } from './launch-environment.ts';

/** How a short-lived program ended: with output, with a complaint, not installed, or not in time. */
export type RunOutcome =
  | { readonly state: 'done'; readonly stdout: string }
  | { readonly state: 'failed'; readonly stderr: string }
  | { readonly state: 'absent' }
  | { readonly state: 'late' };

/** Runs a program (never through a shell) to its end, and kills it when that takes longer than its deadline. */
export type BoundedRun = (program: string, args: readonly string[]) => Promise<RunOutcome>;

/**
 * For programs of the system: they get the environment without what is for our own process alone.
 * @param timeoutMs the deadline of each run, in ms
 */
export function runWithTimeout(env: Readonly<NodeJS.ProcessEnv>, timeoutMs: number): BoundedRun {
  const options = {
    // Messages untranslated, since we tell errors by them.
    env: { ...launchEnvironment(env), LC_ALL: 'C' },
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: 64 * 1024,
  } as const;
  return (program, args) =>
    new Promise((resolve) => {
      execFile(program, args, options, (error, stdout, stderr) => {
        if (!error) resolve({ state: 'done', stdout });
        else if (error.code === 'ENOENT') resolve({ state: 'absent' });
        else if (error.killed) resolve({ state: 'late' });
        else resolve({ state: 'failed', stderr });
      });
    });
}
