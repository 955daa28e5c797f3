import type { Gpu, GpuLoadProblem } from '../../../shared/gpu-load/gpu-load.ts';
import { GPU_QUERY } from '../../../shared/gpu-load/gpu-query.ts';
import type { SshSetup } from '../commands/arguments.ts';
import { type RunOnVm, vmArguments } from '../commands/run-on-vm.ts';
import { loadControlPath } from '../config/host-blocks.ts';
import type { SshHost } from '../host.ts';
import type { RunSsh } from '../probe/ssh-programs.ts';
import { readGpus } from './read-gpus.ts';

export type GpuAnswer =
  | { readonly state: 'read'; readonly gpus: readonly Gpu[] }
  | { readonly state: 'failed'; readonly problem: GpuLoadProblem };

const QUERY = { words: GPU_QUERY, deadlineMs: 20_000 };

/** ms: within the time that a quit may take. */
const CLOSE_MS = 2_000;

export function createAskGpus(
  runOnVm: RunOnVm,
  run: RunSsh,
  setup: () => SshSetup | Promise<SshSetup>,
) {
  return {
    /** Takes at most 20 s. Never rejects. @param signal ends it early, as timed out */
    async ask(host: SshHost, signal: AbortSignal): Promise<GpuAnswer> {
      const answer = await runOnVm(host, QUERY, signal);
      if (answer.state === 'failed') return answer;
      const gpus = readGpus(answer.output);
      return gpus.length > 0 ? { state: 'read', gpus } : { state: 'failed', problem: 'unreadable' };
    },
    /** Closes the connection that is kept open to the VM, if there is one. */
    async close(host: SshHost): Promise<void> {
      const context = await setup();
      const path = loadControlPath(host, context);
      const args = vmArguments(host, context, ['-O', 'exit']);
      if (args === null || path === null || path === 'none') return;
      await run('ssh', args, { timeoutMs: CLOSE_MS });
    },
  };
}

export type AskGpus = ReturnType<typeof createAskGpus>;
