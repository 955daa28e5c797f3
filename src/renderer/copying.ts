import { create } from 'zustand';
import type { Refusal, RequestInput } from '../shared/ipc/index.ts';
import { answerOf, bridge } from './bridge.ts';

const COPIED_MS = 1_500;
const REFUSED_MS = 8_000;

export type CopyTarget = RequestInput<'copyFromVm'>;

/** What came of the last copying, shown where the eye is. Null `refusal`: it was copied. */
export interface CopyOutcome extends CopyTarget {
  readonly refusal: Refusal | null;
}

const useCopies = create<{ readonly outcome: CopyOutcome | null }>(() => ({ outcome: null }));

let timer: ReturnType<typeof setTimeout> | undefined;

/** Copies something of a VM, and says for a moment what came of it. Main holds the clipboard, and decides. */
export async function copyFromVm(target: CopyTarget): Promise<void> {
  const answer = await answerOf(bridge.copyFromVm(target));
  const refusal = answer.ok ? null : answer.refusal;
  clearTimeout(timer);
  useCopies.setState({ outcome: { ...target, refusal } });
  timer = setTimeout(
    () => useCopies.setState({ outcome: null }),
    answer.ok ? COPIED_MS : REFUSED_MS,
  );
}

/** What came of copying from this VM; null: nothing to tell. @param what of the VM; left out: anything */
export function useCopyOutcome(
  accountId: string,
  vmId: string,
  what?: CopyTarget['what'],
): CopyOutcome | null {
  return useCopies(({ outcome }) => {
    const isOfVm = outcome?.accountId === accountId && outcome.vmId === vmId;
    return isOfVm && (what === undefined || outcome.what === what) ? outcome : null;
  });
}
