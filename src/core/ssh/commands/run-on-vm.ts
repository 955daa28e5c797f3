import { type ChildProcess, spawn } from 'node:child_process';
import type { GpuLoadProblem } from '../../../shared/gpu-load/gpu-load.ts';
import type { Clock } from '../../clock.ts';
import { launchEnvironment } from '../../run-with-timeout.ts';
import { type HostContext, loadControlPath } from '../config/host-blocks.ts';
import type { SshHost } from '../host.ts';
import type { FindSshTools } from '../probe/ssh-tools.ts';
import { type SshSetup, sshArguments } from './arguments.ts';

type VmOutput =
  | { readonly state: 'done'; readonly output: string }
  | { readonly state: 'failed'; readonly problem: GpuLoadProblem };

export interface RunOnVmPorts {
  readonly tools: FindSshTools;
  readonly setup: () => SshSetup | Promise<SshSetup>;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly clock: Pick<Clock, 'after'>;
}

interface VmCommand {
  /** Words that no shell expands: the one of the VM is unknown. */
  readonly words: readonly string[];
  readonly input?: string;
  /** ms until it counts as timed out: at least enough to touch a security key. */
  readonly deadlineMs: number;
}

/** s that a connection stays open without a command: longer than between two queries of the load. It also ends what a crash leaves behind. */
const PERSIST_S = 150;
const MAX_OUTPUT = 64 * 1024;
const MAX_ERRORS = 8 * 1024;

/** Precede everything in the user's SSH config, where they would prompt, forward something, or run another program. */
const OPTIONS = [
  'BatchMode=yes',
  'ConnectTimeout=5',
  'ClearAllForwardings=yes',
  'ForwardAgent=no',
  'ForwardX11=no',
  'PermitLocalCommand=no',
  'RemoteCommand=none',
  'LogLevel=ERROR',
  // ssh ends when the network dropped its connection.
  'ServerAliveInterval=10',
  'ServerAliveCountMax=2',
];

function sharing(host: SshHost, context: HostContext): readonly string[] {
  const path = loadControlPath(host, context);
  if (path === null) return [];
  if (path === 'none') return ['ControlMaster=no', 'ControlPath=none'];
  return ['ControlMaster=auto', `ControlPath=${path}`, `ControlPersist=${PERSIST_S}`];
}

/** The arguments of ssh up to the host; null: no address, or a shell only. @param extra such as `-O exit` */
export function vmArguments(
  host: SshHost,
  setup: SshSetup,
  extra: readonly string[] = [],
): readonly string[] | null {
  const login = host.isShellOnly ? null : sshArguments(host, setup);
  if (login === null) return null;
  const options = [...OPTIONS, ...sharing(host, setup)].flatMap((option) => ['-o', option]);
  return [...options, '-T', ...extra, ...login];
}

/** By the messages of OpenSSH, which are not translated. Another exit code than 255 is the one of the remote command. */
export function problemOf(exitCode: number | null, errors: string): GpuLoadProblem {
  if (exitCode === 126 || exitCode === 127) return 'noProgram';
  if (exitCode !== 255) return 'programFailed';
  const [, methods] = /Permission denied(?: \(([\w,-]*)\))?/.exec(errors) ?? [];
  if (methods !== undefined) return /publickey|gssapi/.test(methods) ? 'denied' : 'passwordOnly';
  if (/Permission denied|Too many authentication failures/.test(errors)) return 'denied';
  if (/Host key verification failed|host key is known|IDENTIFICATION HAS CHANGED/.test(errors))
    return 'hostKey';
  return /timed out/.test(errors) ? 'timeout' : 'unreachable';
}

function killAll(child: ChildProcess): void {
  const { pid } = child;
  try {
    // With its ProxyCommand and whatever else it started.
    if (pid !== undefined && process.platform !== 'win32') process.kill(-pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {}
}

/** Runs commands on VMs with the user's own ssh, without a shell here and without prompts. */
export function createRunOnVm({ tools, setup, env, clock }: RunOnVmPorts) {
  /** Its output, if it succeeded. Never rejects. @param signal ends it early, as timed out */
  return async (
    host: SshHost,
    { words, input, deadlineMs }: VmCommand,
    signal: AbortSignal,
  ): Promise<VmOutput> => {
    const failed = (problem: GpuLoadProblem) => ({ state: 'failed', problem }) as const;
    const program = tools().ssh;
    if (program === null) return failed('noSsh');
    const args = vmArguments(host, await setup());
    if (args === null) return failed('unreachable');
    if (signal.aborted) return failed('timeout');
    const child = spawn(program, [...args, ...words], {
      // Untranslated messages, and no graphical prompts.
      env: { ...launchEnvironment(env), LC_ALL: 'C', SSH_ASKPASS_REQUIRE: 'never' },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      // A new process group, to end all of it.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const { stdin, stdout, stderr } = child;
    if (stdout === null || stderr === null) throw new Error('ssh has no output');
    const ended = Promise.withResolvers<VmOutput>();
    const stop = (problem: GpuLoadProblem) => {
      ended.resolve(failed(problem));
      killAll(child);
    };
    const late = () => stop('timeout');
    const cancel = clock.after(deadlineMs, late);
    signal.addEventListener('abort', late, { once: true });
    let [output, errors] = ['', ''];
    // A failed login does not read it.
    stdin?.on('error', () => {}).end(input);
    stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.length > MAX_OUTPUT) stop('unreadable');
    });
    stderr.setEncoding('utf8').on('data', (text: string) => {
      if (errors.length < MAX_ERRORS) errors += text;
    });
    child.once('error', () => stop('noSsh'));
    // Not `close`: a connection that OpenSSH before 8.5 keeps open holds stderr.
    const outputEnded = new Promise((resolve) => stdout.once('close', resolve));
    child.once('exit', async (code) => {
      await outputEnded;
      ended.resolve(code === 0 ? { state: 'done', output } : failed(problemOf(code, errors)));
    });
    return ended.promise.finally(() => {
      cancel();
      signal.removeEventListener('abort', late);
      stdout.destroy();
      stderr.destroy();
    });
  };
}

export type RunOnVm = ReturnType<typeof createRunOnVm>;
