import { create } from 'zustand';
import type { Refusal, RequestInput } from '../shared/ipc/index.ts';
import { answerOf, bridge } from './bridge.ts';

const COPIED_MS = 1_500;
const REFUSED_MS = 8_000;

/** The VM, and what of it is to be copied. */
export type CopyTarget = RequestInput<'copyFromVm'>;

/** What came of the last copying, shown where the eye is. Null `refusal`: it was copied. */
export interface CopyOutcome extends CopyTarget {
  readonly refusal: Refusal | null;
}

const useCopies = create<{ readonly outcome: CopyOutcome | null }>(() => ({ outcome: null }));

let timer: ReturnType<typeof setTimeout> | undefined;

function show(outcome: CopyOutcome): void {
  clearTimeout(timer);
  useCopies.setState({ outcome });
  timer = setTimeout(
    () => useCopies.setState({ outcome: null }),
    outcome.refusal === null ? COPIED_MS : REFUSED_MS,
  );
}

/** Copies something of a VM, and says for a moment what came of it. Main holds the clipboard, and decides. */
export async function copyFromVm(target: CopyTarget): Promise<void> {
  const answer = await answerOf(bridge.copyFromVm(target));
  show({ ...target, refusal: answer.ok ? null : answer.refusal });
}

/** Says in the same place why there is nothing to copy, without asking for it. */
export function refuseToCopy(target: CopyTarget, refusal: Refusal): void {
  show({ ...target, refusal });
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
