import { type ChildProcess, spawn } from 'node:child_process';
import { GPU_QUERY } from '../../../shared/gpu-load/gpu-query.ts';
import type { Gpu, GpuLoadProblem } from '../../../shared/gpu-load/index.ts';
import type { Clock } from '../../clock.ts';
import { launchEnvironment, type RunProgram } from '../../run-with-timeout.ts';
import { type SshSetup, sshArguments } from '../commands/arguments.ts';
import { type HostContext, loadControlPath } from '../config/host-blocks.ts';
import type { SshHost } from '../host.ts';
import type { FindSshTools } from '../probe/ssh-tools.ts';
import { readGpus } from './read-gpus.ts';

export type GpuAnswer =
  | { readonly state: 'read'; readonly gpus: readonly Gpu[] }
  | { readonly state: 'failed'; readonly problem: GpuLoadProblem };

export interface AskGpusPorts {
  readonly tools: FindSshTools;
  readonly setup: () => SshSetup;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** With a timeout of a few seconds. */
  readonly run: RunProgram;
  readonly clock: Pick<Clock, 'after'>;
}

/** ms of a whole query: enough to touch a security key. */
const DEADLINE_MS = 20_000;
/** s that a connection stays open without a query: longer than between two of them. It also ends what a crash leaves behind. */
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
export function loadArguments(
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
  } catch {
    // It has just ended.
  }
}

/** Asks VMs for their GPU load with the user's own ssh, without a shell here and without prompts. */
export function createAskGpus({ tools, setup, env, run, clock }: AskGpusPorts) {
  return {
    /** Takes at most 20 s. Never rejects. @param signal ends it early, as timed out */
    async ask(host: SshHost, signal: AbortSignal): Promise<GpuAnswer> {
      const failed = (problem: GpuLoadProblem) => ({ state: 'failed', problem }) as const;
      const program = tools().ssh;
      if (program === null) return failed('noSsh');
      const args = loadArguments(host, setup());
      if (args === null) return failed('unreachable');
      if (signal.aborted) return failed('timeout');
      const child = spawn(program, [...args, ...GPU_QUERY], {
        // Untranslated messages, and no graphical prompts.
        env: { ...launchEnvironment(env), LC_ALL: 'C', SSH_ASKPASS_REQUIRE: 'never' },
        stdio: ['ignore', 'pipe', 'pipe'],
        // A new process group, to end all of it.
        detached: process.platform !== 'win32',
        windowsHide: true,
      });
      const ended = Promise.withResolvers<GpuAnswer>();
      const stop = (problem: GpuLoadProblem) => {
        ended.resolve(failed(problem));
        killAll(child);
      };
      const late = () => stop('timeout');
      const cancel = clock.after(DEADLINE_MS, late);
      signal.addEventListener('abort', late, { once: true });
      let [output, errors] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.length > MAX_OUTPUT) stop('unreadable');
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        if (errors.length < MAX_ERRORS) errors += text;
      });
      child.once('error', () => stop('noSsh'));
      // Not `close`: a connection that OpenSSH before 8.5 keeps open holds stderr.
      const outputEnded = new Promise((resolve) => child.stdout.once('close', resolve));
      child.once('exit', async (code) => {
        await outputEnded;
        const gpus = code === 0 ? readGpus(output) : [];
        if (gpus.length > 0) ended.resolve({ state: 'read', gpus });
        else ended.resolve(failed(code === 0 ? 'unreadable' : problemOf(code, errors)));
      });
      return ended.promise.finally(() => {
        cancel();
        signal.removeEventListener('abort', late);
        child.stdout.destroy();
        child.stderr.destroy();
      });
    },
    /** Closes the connection that is kept open to the VM, if there is one. */
    async close(host: SshHost): Promise<void> {
      const program = tools().ssh;
      const context = setup();
      const path = loadControlPath(host, context);
      const args = loadArguments(host, context, ['-O', 'exit']);
      if (program === null || args === null || path === null || path === 'none') return;
      await run(program, args);
    },
  };
}

export type AskGpus = ReturnType<typeof createAskGpus>;
