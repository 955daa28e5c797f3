import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import type { Simulator } from '../../simulator/index.ts';
import { runCommand } from '../../src/cli/run-command.ts';
import { fakeTerminal } from '../../src/cli/testing/fakes.ts';
import { pipe } from '../../src/cli/testing/setups.ts';
import type { CommandPorts } from '../../src/cli/user.ts';
import { systemClock } from '../../src/core/clock.ts';
import { nodeFetch } from '../../src/core/providers/index.ts';
import { until } from '../keyring/until.ts';
import { temporaryFolder } from './fixtures.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** The project's own Node. */
export const NODE = join(ROOT, 'node_modules', '.bin', 'node');
/** `gpu-tray`. */
export const MAIN = join(ROOT, 'bin', 'gpu-tray.mjs');
const SKIP_TIME = new URL('../skip-time.mjs', import.meta.url).href;

/** ms; far more than a command takes, so that only a hanging one fails. */
export const PATIENCE_MS = 120_000;
/** As in `skip-time.mjs`. */
const SKIPPED_MS = 5_000;

export type Env = Readonly<Record<string, string>>;

/** What a command printed, and its exit code. */
export interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function newHome(): Promise<Env> {
  const home = await temporaryFolder();
  return { HOME: home, XDG_CONFIG_HOME: home };
}

/** An empty home in this process, until the test ends. */
export async function temporaryHome(env?: Env): Promise<void> {
  for (const [name, value] of Object.entries(env ?? (await newHome()))) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
}

/**
 * Runs a command line in this process, with `input` piped in.
 * @param env besides this process's; by default of a user without stored accounts
 * @param time by default this computer's
 */
export async function runInProcess(
  args: readonly string[],
  input = '',
  env?: Env,
  { fetch, clock }: Pick<CommandPorts, 'fetch' | 'clock'> = {
    fetch: nodeFetch,
    clock: systemClock,
  },
): Promise<Result> {
  await temporaryHome(env);
  const terminal = fakeTerminal();
  const code = await runCommand(args, {
    terminal,
    input: pipe(input),
    prompt: terminal.error,
    fetch,
    clock,
    signal: new AbortController().signal,
  });
  return { code, stdout: terminal.takeOut(), stderr: terminal.takeErrors() };
}

/** Arguments for an API key on standard input. */
export function withKey({ baseUrl }: Pick<Simulator, 'baseUrl'>): string[] {
  return ['--base-url', baseUrl, '--api-key-stdin'];
}

/** `status` in this process, by default with the read-write API key. */
export function status(
  simulator: Pick<Simulator, 'baseUrl' | 'credentials'>,
  options: readonly string[] = [],
  key = simulator.credentials[0].apiKeys.read_write,
): Promise<Result> {
  return runInProcess(['status', ...withKey(simulator), ...options], `${key}\n`);
}

export interface Ended extends Result {
  readonly signal: NodeJS.Signals | null;
}

/** A running command. */
export interface Running {
  readonly pid: number;
  readonly child: ChildProcessWithoutNullStreams;
  /** Fails when the command does not end within `PATIENCE_MS` after the first use. */
  readonly ended: Promise<Ended>;
  /** Complete lines on standard output so far. */
  lines(): string[];
  /** Resolves when there are that many lines. */
  printed(count: number): Promise<void>;
  /** Skips 5 s of its time, again and again until the condition holds. It was started with `skipsTime`. @returns ms skipped */
  skipUntil(what: string, condition: () => boolean): Promise<number>;
}

export interface Start {
  readonly env: Env;
  /** Piped in. */
  readonly input?: string;
  /** Its time can be skipped. */
  readonly skipsTime?: boolean;
}

/** Starts `gpu-tray` as a process; it is killed at the latest when the test ends. */
export function start(
  args: readonly string[],
  { env, input = '', skipsTime = false }: Start,
): Running {
  const first = skipsTime ? ['--import', SKIP_TIME] : [];
  const child = spawn(NODE, [...first, MAIN, ...args], { env, cwd: env['HOME'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { pid } = child;
  if (pid === undefined) throw new Error(`${NODE} did not start; is the project installed?`);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  // A command with invalid arguments ends without reading its input.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const closed = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  const lines = () => stdout.split('\n').slice(0, -1);
  const printed = (count: number) =>
    until(`${count} lines of output`, () => lines().length >= count, PATIENCE_MS);
  async function skipUntil(what: string, condition: () => boolean): Promise<number> {
    let skipped = 0;
    // Longer and longer, since a skip also takes from the time that a request may take on a busy machine.
    for (let waitMs = 250; !condition(); waitMs *= 1.5) {
      if (waitMs > PATIENCE_MS) throw new Error(`Not within ${skipped} ms: ${what}. ${stderr}`);
      child.kill('SIGUSR2');
      skipped += SKIPPED_MS;
      await until(what, condition, waitMs).catch(() => {});
    }
    return skipped;
  }
  const late = () => new Error(`gpu-tray ${args.join(' ')} did not end. ${stderr}`);
  let ended: Promise<Ended> | null = null;
  return {
    ...{ pid, child, lines, printed, skipUntil },
    get ended() {
      ended ??= inTime(closed, late);
      // The test may have ended before.
      ended.catch(() => {});
      return ended;
    },
  };
}

/** @throws the error of `late` after `PATIENCE_MS` */
function inTime<T>(promise: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), PATIENCE_MS);
    void promise.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}

/** Node's compile cache, shared by all homes: a third of a command's time otherwise. */
const CACHE = join(ROOT, 'node_modules', '.cache', 'contract');

/** Links the shared cache into a home. */
export async function shareCache(home: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  await symlink(CACHE, join(home, '.cache'));
}

/** The environment of a user with an empty home and no keychain. */
export async function newUser(): Promise<Env> {
  const home = await temporaryFolder();
  await shareCache(home);
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    LC_ALL: 'C.UTF-8',
    HOME: home,
    TMPDIR: home,
    XDG_CONFIG_HOME: join(home, 'config'),
  };
}
