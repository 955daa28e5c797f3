import { readFileSync } from 'node:fs';
import type { VmLimit } from '../../../shared/auto-stop/auto-stop.ts';
import { type GpuLoadProblem, LOW_BELOW } from '../../../shared/gpu-load/gpu-load.ts';
import type { Clock } from '../../clock.ts';
import type { RunOnVm } from '../commands/run-on-vm.ts';
import type { SshHost } from '../host.ts';
import { nameWord, readAnswer, type ScriptAnswer } from './read-answer.ts';

export type ArmedAnswer =
  | ScriptAnswer
  | { readonly kind: 'failed'; readonly problem: GpuLoadProblem };

export interface ArmedOrder {
  /** A new one for each arming by this computer, ms since the epoch. */
  readonly number: number;
  /** Name of this computer. */
  readonly computer: string;
  readonly limit: VmLimit;
  /** The VM's key is tried by a call that changes nothing while its run is intended (`vm_try`). */
  readonly isTried: boolean;
}

/** Runs on a VM behind the functions of its provider (`stopFromInside`). */
const SCRIPT = readFileSync(new URL('./armed.sh', import.meta.url), 'utf8');

/** ms: a login, and two calls of the provider. */
const DEADLINE_MS = 60_000;

function orderWords({ number, computer, limit, isTried }: ArmedOrder, now: number) {
  const seconds = Math.ceil((limit.kind === 'time' ? limit.at - now : limit.ms) / 1000);
  // The shell would take it for now.
  if (!(seconds > 0 && seconds < 1e9)) throw new Error('the end of an order is not in the future');
  const threshold = limit.kind === 'idle' ? LOW_BELOW : 0;
  const call = isTried ? 'try' : 'read';
  return [`${number}`, nameWord(computer), limit.kind, `${seconds}`, `${threshold}`, call];
}

/** Calls VMs for their timers, with a fixed script that is sent to their shell. Rejects only for an order that no VM may get. */
export const createTimerCalls =
  (runOnVm: RunOnVm, clock: Pick<Clock, 'now'>) =>
  /** @param script `stopFromInside` of the provider @param order sets the timer, once the VM's own key was tried */
  async (
    host: SshHost,
    script: string,
    order: ArmedOrder | 'read' | 'clear',
    signal: AbortSignal,
  ): Promise<ArmedAnswer> => {
    const sent = typeof order === 'string' ? [order] : ['arm', ...orderWords(order, clock.now())];
    if (host.isShellOnly) return { kind: 'lacks', what: 'login' };
    const unsafe = sent.find((word) => !/^[0-9A-Za-z-]+$/.test(word));
    if (unsafe !== undefined) throw new Error('a word for the VM has other characters');
    const words = ['sh', '-s', '--', ...sent];
    const input = `${SCRIPT}${script}main "$@"\n`;
    const answer = await runOnVm(host, { words, input, deadlineMs: DEADLINE_MS }, signal);
    if (answer.state === 'failed') return { kind: 'failed', problem: answer.problem };
    return readAnswer(answer.output, clock.now()) ?? { kind: 'failed', problem: 'unreadable' };
  };

export type CallTimer = ReturnType<typeof createTimerCalls>;
