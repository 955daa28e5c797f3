import type { GpuLoadProblem } from '../../../shared/gpu-load/gpu-load.ts';
import type { Clock } from '../../clock.ts';
import { type HostContext, loadControlPath } from '../config/host-blocks.ts';
import type { SshHost } from '../host.ts';
import type { RunSsh } from '../probe/ssh-programs.ts';
import { type SshSetup, sshArguments } from './arguments.ts';

interface VmCommand {
  /** Words that no shell expands: the one of the VM is unknown. */
  readonly words: readonly string[];
  /** Options of ssh before the host, such as `-O exit`. */
  readonly options?: readonly string[];
  readonly input?: string;
  /** ms until it counts as timed out: at least enough to touch a security key. */
  readonly deadlineMs: number;
}

/** s that a connection stays open without a command: longer than between two queries of the load. It also ends what a crash leaves behind. */
const PERSIST_S = 150;

/** Precede everything in the user's SSH config, where they would prompt, forward something, or run another program. */
export const WITHOUT_PROMPTS = [
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

export const asOptions = (options: readonly string[]) =>
  options.flatMap((option) => ['-o', option]);

function sharing(host: SshHost, context: HostContext): readonly string[] {
  const path = loadControlPath(host, context);
  if (path === null) return [];
  if (path === 'none') return ['ControlMaster=no', 'ControlPath=none'];
  return ['ControlMaster=auto', `ControlPath=${path}`, `ControlPersist=${PERSIST_S}`];
}

/** The arguments of ssh up to the host; null: no address, or a shell only. */
export function vmArguments(
  host: SshHost,
  setup: SshSetup,
  extra: readonly string[] = [],
): readonly string[] | null {
  const login = host.isShellOnly ? null : sshArguments(host, setup);
  if (login === null) return null;
  const options = [...WITHOUT_PROMPTS, ...sharing(host, setup)];
  return [...asOptions(options), '-T', ...extra, ...login];
}

/** By the messages of OpenSSH, which are not translated. Another exit code than 255 is the one of the remote command. */
export function problemOf(exitCode: number | 'tooLong' | null, errors: string): GpuLoadProblem {
  if (exitCode === 'tooLong') return 'unreadable';
  if (exitCode === 126 || exitCode === 127) return 'noProgram';
  if (exitCode !== 255) return 'programFailed';
  const [, methods] = /Permission denied(?: \(([\w,-]*)\))?/.exec(errors) ?? [];
  if (methods !== undefined) return /publickey|gssapi/.test(methods) ? 'denied' : 'passwordOnly';
  if (/Permission denied|Too many authentication failures/.test(errors)) return 'denied';
  if (/Host key verification failed|host key is known|IDENTIFICATION HAS CHANGED/.test(errors))
    return 'hostKey';
  return /timed out/.test(errors) ? 'timeout' : 'unreachable';
}

/** Runs commands on VMs with the user's own ssh, without a shell here and without prompts. */
export function createRunOnVm(
  run: RunSsh,
  setup: () => SshSetup | Promise<SshSetup>,
  clock: Pick<Clock, 'after'>,
) {
  /** The command's output, or why there is none. Never rejects. @param signal ends the command early, as timed out */
  return async (
    host: SshHost,
    { words, options = [], input, deadlineMs }: VmCommand,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<{ readonly output: string } | GpuLoadProblem> => {
    const args = vmArguments(host, await setup(), options);
    if (args === null) return 'unreachable';
    if (signal.aborted) return 'timeout';
    const limits = { timeoutMs: deadlineMs, clock, input, signal };
    const outcome = await run([...args, ...words], limits);
    switch (outcome.state) {
      case 'done':
        return { output: outcome.stdout };
      case 'failed':
        return problemOf(outcome.exitCode, outcome.stderr);
      case 'absent':
        return 'noSsh';
      case 'late':
        return 'timeout';
    }
  };
}

export type RunOnVm = ReturnType<typeof createRunOnVm>;
