import type { GpuLoadProblem } from '../../../shared/gpu-load/gpu-load.ts';
import { SSH_PROBLEMS } from '../../../shared/ssh/shell-only.ts';
import type { ArmedAnswer } from '../../ssh/index.ts';

const FAILED: Readonly<Partial<Record<GpuLoadProblem, string>>> = SSH_PROBLEMS;

/** Of what is no program of that name. */
const LACKS: ReadonlyMap<string, string> = new Map([
  ['curl', 'No program for the stop call. Install curl on the VM.'],
  ['key', 'This login can’t read the VM’s own key.'],
  ['nvidia-smi', 'No nvidia-smi on the VM to detect idle GPUs.'],
  ['cpu', 'Its CPU load can’t be read.'],
  ['proc', 'Its /proc can’t be read.'],
  ['folder', 'Failed to create a private folder in its /tmp.'],
  ['login', 'Its login only gives a shell.'],
]);

/** The provider refused a call with the VM's own key. @param status 0: no answer @param provider the subject of the sentence */
export function refusalText(status: number, provider: string): string {
  if (status === 0) return `${provider} can’t be reached from the VM.`;
  return status === 401 || status === 403
    ? `${provider} rejected the key stored on the VM (HTTP ${status}).`
    : `${provider} returned an error to the VM (HTTP ${status}).`;
}

/** @param provider as in `refusalText` */
export function problemText(
  answer: Extract<ArmedAnswer, { kind: 'failed' | 'lacks' | 'refused' }>,
  provider: string,
): string {
  if (answer.kind === 'refused') return refusalText(answer.status, provider);
  if (answer.kind === 'lacks')
    return LACKS.get(answer.what) ?? `No ${answer.what} program on the VM.`;
  return FAILED[answer.problem] ?? 'The script failed on the VM.';
}
