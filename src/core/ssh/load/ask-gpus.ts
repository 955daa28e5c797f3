import type { Gpu, GpuLoadProblem } from '../../../shared/gpu-load/gpu-load.ts';
import { GPU_QUERY } from '../../../shared/gpu-load/gpu-query.ts';
import type { RunOnVm } from '../commands/run-on-vm.ts';
import type { SshHost } from '../host.ts';

/** The GPUs, or why they could not be read. */
export type GpuAnswer = readonly Gpu[] | GpuLoadProblem;

/** The largest VMs have 16. */
const MAX_GPUS = 64;
/** Six figures take less than 60. */
const MAX_LINE = 200;
const DIGITS = /^\d{1,9}(\.\d{1,6})?$/;

/** The figure; null: `[N/A]`, `[Not Supported]`, an error, or out of range. */
function figure(text: string, max: number): number | null {
  const value = DIGITS.test(text) ? Number(text) : Number.NaN;
  return value <= max ? value : null;
}

function readLine(line: string): Gpu | null {
  const fields = line.split(',').map((field) => field.trim());
  const [index = '', load = '', used = '', total = '', temperature = '', power = ''] = fields;
  if (fields.length !== 6 || !/^\d{1,4}$/.test(index)) return null;
  const memoryTotal = figure(total, 1e8);
  return {
    index: Number(index),
    load: figure(load, 100),
    memoryUsed: figure(used, memoryTotal ?? 0),
    memoryTotal,
    temperature: figure(temperature, 200),
    power: figure(power, 10_000),
  };
}

/** By index. Other lines are skipped, since login scripts may print some. @param output of `GPU_QUERY` on a hostile machine */
export function readGpus(output: string): readonly Gpu[] {
  const gpus = new Map<number, Gpu>();
  for (const line of output.split('\n')) {
    const gpu = line.length > MAX_LINE ? null : readLine(line);
    if (gpu !== null && !gpus.has(gpu.index)) gpus.set(gpu.index, gpu);
    if (gpus.size === MAX_GPUS) break;
  }
  return [...gpus.values()].toSorted((a, b) => a.index - b.index);
}

const QUERY = { words: GPU_QUERY, deadlineMs: 20_000 };

/** ms: within the time that a quit may take. */
const CLOSE_MS = 2_000;

export const createAskGpus = (runOnVm: RunOnVm) => ({
  /** Takes at most 20 s. Never rejects. @param signal ends it early, as timed out */
  async ask(host: SshHost, signal: AbortSignal): Promise<GpuAnswer> {
    const answer = await runOnVm(host, QUERY, signal);
    if (typeof answer === 'string') return answer;
    const gpus = readGpus(answer.output);
    return gpus.length > 0 ? gpus : 'unreadable';
  },
  /** Closes the connection that is kept open to the VM, if there is one. */
  async close(host: SshHost): Promise<void> {
    await runOnVm(host, { words: [], options: ['-O', 'exit'], deadlineMs: CLOSE_MS });
  },
});

export type AskGpus = ReturnType<typeof createAskGpus>;
