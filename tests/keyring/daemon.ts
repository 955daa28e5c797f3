import { type ChildProcess, execFile, spawn } from 'node:child_process';

/** Options of a daemon. */
export interface DaemonOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Its complete stdin, for secrets, which every user of the machine can read in arguments. */
  readonly stdin?: string;
}

/** A program that is killed at the latest when the test process exits. */
export interface Daemon {
  readonly pid: number;
  signal(name: NodeJS.Signals): void;
  /** Kills it, also when stopped, and resolves when it has exited. */
  kill(): Promise<void>;
  /** The end of its stderr, for an error message. */
  stderr(): string;
}

/**
 * Starts a program that stays in the foreground.
 * @throws Error naming the Debian packages when the program is not installed
 */
export async function startDaemon(
  [program, ...args]: readonly [string, ...string[]],
  { env, stdin }: DaemonOptions,
): Promise<Daemon> {
  const child = spawn(program, args, { env, stdio: ['pipe', 'ignore', 'pipe'] });
  const atExit = () => child.kill('SIGKILL');
  process.once('exit', atExit);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2_000);
  });
  // A daemon that exits at once closes its stdin; the caller notices that with a better message.
  child.stdin.on('error', () => {});
  await started(child, program);
  child.stdin.end(stdin ?? '');
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} has no process id`);
  return {
    pid,
    signal: (name) => child.kill(name),
    stderr: () => errors,
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

/** ms for one program, even on a busy machine. */
const RUN_MS = 30_000;

/** Runs a program and returns its stdout; rejects with its stderr when it fails. */
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
