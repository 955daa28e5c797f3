import { type ChildProcess, execFile, spawn } from 'node:child_process';

/** What a started daemon is told apart from its program and arguments. */
export interface DaemonOptions {
  readonly env: Readonly<Record<string, string>>;
  /** What it reads on stdin, to the end. Never in the arguments, where every user of the machine can read it. */
  readonly stdin?: string;
}

/** A program of the test's own, killed at the latest when the test process ends. */
export interface Daemon {
  readonly pid: number;
  signal(name: NodeJS.Signals): void;
  /** Kills it (a stopped one too) and resolves when it is gone. */
  kill(): Promise<void>;
  /** The end of what it wrote to stderr, for a failure message. */
  complaints(): string;
}

/**
 * Starts a program that stays in the foreground.
 *
 * @throws when the program is not installed, with the package that brings it on Debian
 */
export async function startDaemon(
  [program, ...args]: readonly [string, ...string[]],
  { env, stdin }: DaemonOptions,
): Promise<Daemon> {
  const child = spawn(program, args, { env, stdio: ['pipe', 'ignore', 'pipe'] });
  const atExit = () => child.kill('SIGKILL');
  process.once('exit', atExit);
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-2_000);
  });
  // A daemon that dies at once closes its stdin under us; its absence is noticed elsewhere, with a better message.
  child.stdin.on('error', () => {});
  await started(child, program);
  child.stdin.end(stdin ?? '');
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} has no process id`);
  return {
    pid,
    signal: (name) => child.kill(name),
    complaints: () => complaints,
    async kill() {
      process.off('exit', atExit);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    },
  };
}

function started(child: ChildProcess, program: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve());
    child.once('error', (cause) => {
      const message = `Cannot start ${program}. On Debian: apt install dbus gnome-keyring libsecret-tools`;
      reject(new Error(message, { cause }));
    });
  });
}

/** ms after which a program hangs: none of them takes longer, on a busy machine either. */
const RUN_MS = 30_000;

/** Runs a program to its end and answers its stdout; rejects when it fails, with its stderr in the message. */
export function run(
  [program, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { env, timeout: RUN_MS }, (error, stdout) => {
      if (error) reject(error);
      else resolve(stdout);
    });
  });
}
