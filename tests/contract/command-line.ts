import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Simulator } from '../../simulator/index.ts';
import { until } from '../keyring/until.ts';
import { temporaryFolder } from './fixtures.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** The Node of the project, whatever the machine's own one is. */
export const NODE = join(ROOT, 'node_modules', '.bin', 'node');
export const MAIN = join(ROOT, 'src', 'cli', 'main.ts');

/** Far beyond what any command takes, also on a machine with other things to do, so that one that hangs is told by name. */
export const PATIENCE_MS = 60_000;

export type Env = Readonly<Record<string, string>>;

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that is running. */
export interface Running {
  readonly pid: number;
  readonly child: ChildProcessWithoutNullStreams;
  /** How it ended, for which there is patience from the first time that it is asked for: a watch may have run for minutes. */
  readonly ended: Promise<Ended>;
  /** The whole lines on standard output so far. */
  lines(): string[];
  /** Resolves when there are that many of them. */
  printed(count: number): Promise<void>;
}

/** What a command is started with, besides its arguments. */
export interface Start {
  readonly env: Env;
  /** What is piped in. */
  readonly input?: string;
}

/** Starts `gpu-tray` as a process of its own; it is killed at the latest when the test is over. */
export function start(args: readonly string[], { env, input = '' }: Start): Running {
  const child = spawn(NODE, [MAIN, ...args], { env, cwd: env['HOME'] });
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
  // One that refuses its arguments never reads what is piped in.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const closed = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  const lines = () => stdout.split('\n').slice(0, -1);
  const printed = (count: number) =>
    until(`${count} lines of output`, () => lines().length >= count, PATIENCE_MS);
  const late = () => new Error(`gpu-tray ${args.join(' ')} did not end. ${stderr}`);
  let ended: Promise<Ended> | null = null;
  return {
    ...{ pid, child, lines, printed },
    get ended() {
      ended ??= inTime(closed, late);
      // Nobody may be waiting for it when it is late.
      ended.catch(() => {});
      return ended;
    },
  };
}

/** @throws what `late` says, when it takes longer than any command does */
function inTime<T>(promise: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), PATIENCE_MS);
    void promise.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}

export function gpuTray(args: readonly string[], options: Start): Promise<Ended> {
  return start(args, options).ended;
}

/** Where all users of these tests have what Node made of our TypeScript: a third of a command's time otherwise. */
const CACHE = join(ROOT, 'node_modules', '.cache', 'contract');

/** Gives a home the folder for caches that all others have too. */
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

/** `status` with an API key on standard input, by default the one that may do everything. */
export function statusWithKey(
  simulator: Pick<Simulator, 'baseUrl' | 'credentials'>,
  env: Env,
  options: readonly string[] = [],
  key = simulator.credentials[0].apiKeys.read_write,
): Promise<Ended> {
  const args = ['status', '--base-url', simulator.baseUrl, '--api-key-stdin', ...options];
  return gpuTray(args, { env, input: `${key}\n` });
}
