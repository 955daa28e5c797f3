import { readFileSync } from 'node:fs';
import type { VmLimit } from '../../../shared/auto-stop/auto-stop.ts';
import { printable } from '../../../shared/format/index.ts';
import { type GpuLoadProblem, LOW_BELOW } from '../../../shared/gpu-load/gpu-load.ts';
import type { Clock } from '../../clock.ts';
import type { RunOnVm } from '../commands/run-on-vm.ts';
import type { SshHost } from '../host.ts';

/** A script on a VM that stops the VM with the VM's own key, by the script's answer. */
export type ArmedStop = Readonly<NonNullable<ReturnType<typeof readArmed>>>;

export type ArmedAnswer =
  | { readonly kind: 'armed'; readonly armed: ArmedStop }
  | { readonly kind: 'none' }
  /** None is armed: it was removed in this run of the VM. */
  | { readonly kind: 'cleared' }
  /** The end had come and a stop call was underway or may have been taken: nothing is armed, and the VM may stop. */
  | { readonly kind: 'late' }
  /** A program, or `key`, `cpu`, `proc`, `folder`; `login`: of a shell, which carries no script. */
  | { readonly kind: 'lacks'; readonly what: string }
  /** The provider did not let the VM read its own record: an HTTP status; 0: no answer. */
  | { readonly kind: 'refused'; readonly status: number }
  /** `unreadable`: the output is not the script's. */
  | { readonly kind: 'failed'; readonly problem: GpuLoadProblem };

const UNREADABLE = { kind: 'failed', problem: 'unreadable' } as const;

const MARK = 'gpu-tray-stop: ';
/** An armed stop takes less than 300. */
const MAX_LINE = 500;

/** Number and computer of its write, kind and seconds of its limit, seconds so far, the refusal and the proof. */
const ARMED =
  /^armed (\d{1,15}) (-|(?:[0-9a-f]{2}){1,64}) (time|idle) (\d{1,9}) (\d{1,9}) (-|\d{1,3})(?: |$)(proved$)?/;

export const nameWord = (name: string) =>
  Buffer.from(printable(name)).subarray(0, 64).toString('hex') || '-';

function readArmed(answer: string, now: number) {
  const [text, number, name = '', kind, seconds, left, refused, proof] = ARMED.exec(answer) ?? [];
  if (text === undefined) return null;
  const ms = Number(seconds) * 1000;
  // The script answers with the time left, or with the idle time so far.
  const leftMs = Math.min(ms, Number(left) * 1000);
  // Its last character may be cut.
  const computer = Buffer.from(name, 'hex')
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
  const limit: VmLimit =
    kind === 'time' ? { kind, at: now + leftMs } : { kind: 'idle', ms, since: now - leftMs };
  return {
    /** Of the write, by the computer that sent it. */
    number: Number(number),
    computer: printable(computer),
    limit,
    /** Its key was tried for the stop call when it was armed. */
    isProved: proof !== undefined,
    /** HTTP status of the last stop call that was not accepted; 0: it had no answer. Null: none was refused. */
    refused: refused === '-' ? null : Number(refused),
  };
}

/** Lines of login scripts are skipped. @param output of a hostile machine @param now ms since the epoch */
export function readAnswer(output: string, now: number): ArmedAnswer {
  const line = output.split('\n').findLast((each) => each.startsWith(MARK)) ?? '';
  if (line.length > MAX_LINE) return UNREADABLE;
  const answer = line.slice(MARK.length).trimEnd();
  if (answer === 'none' || answer === 'cleared' || answer === 'late') return { kind: answer };
  const [, what, status] = /^(?:lacks ([a-z-]{1,20})|refused (\d{1,3}))(?: |$)/.exec(answer) ?? [];
  if (what !== undefined) return { kind: 'lacks', what };
  if (status !== undefined) return { kind: 'refused', status: Number(status) };
  const armed = readArmed(answer, now);
  return armed === null ? UNREADABLE : { kind: 'armed', armed };
}

/** An arming by this computer. `number`: a new one for each, ms since the epoch. */
export interface ArmedOrder extends Pick<ArmedStop, 'number' | 'computer' | 'limit'> {
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

/** Calls a VM for its timer. Rejects only for an order that no VM may get. @param order sets the timer, once the VM's own key was tried */
export type CallVm = (
  order: ArmedOrder | 'read' | 'clear',
  signal: AbortSignal,
) => Promise<ArmedAnswer>;

/** Calls VMs with a fixed script that is sent to their shell. @param script `stopFromInside` of the provider */
export const createTimerCalls =
  (runOnVm: RunOnVm, clock: Pick<Clock, 'now'>) =>
  (host: SshHost, script: string): CallVm =>
  async (order, signal) => {
    const sent = typeof order === 'string' ? [order] : ['arm', ...orderWords(order, clock.now())];
    if (host.isShellOnly) return { kind: 'lacks', what: 'login' };
    const unsafe = sent.find((word) => !/^[0-9A-Za-z-]+$/.test(word));
    if (unsafe !== undefined) throw new Error('a word for the VM has other characters');
    const words = ['sh', '-s', '--', ...sent];
    const input = `${SCRIPT}${script}main "$@"\n`;
    const answer = await runOnVm(host, { words, input, deadlineMs: DEADLINE_MS }, signal);
    if (typeof answer === 'string') return { kind: 'failed', problem: answer };
    return readAnswer(answer.output, clock.now());
  };
