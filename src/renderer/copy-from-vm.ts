import { create } from 'zustand';
import type { Refusal, RequestInput } from '../shared/ipc/index.ts';
import { vmKey } from '../shared/ssh/index.ts';
import { answerOf, bridge } from './bridge.ts';

const COPIED_MS = 1_500;
const REFUSED_MS = 8_000;

export type CopyTarget = RequestInput<'copyFromVm'>;

/** The result of a copy; `refusal` null: it succeeded. */
export interface CopyOutcome extends CopyTarget {
  readonly refusal: Refusal | null;
}

interface Copies {
  readonly outcome: CopyOutcome | null;
  /** `vmKey` of the VM whose SSH command was copied last; null: none was. */
  readonly copiedVm: string | null;
}

const useCopies = create<Copies>(() => ({ outcome: null, copiedVm: null }));

let timer: ReturnType<typeof setTimeout> | undefined;

function show(outcome: CopyOutcome): void {
  clearTimeout(timer);
  useCopies.setState({ outcome });
  timer = setTimeout(
    () => useCopies.setState({ outcome: null }),
    outcome.refusal === null ? COPIED_MS : REFUSED_MS,
  );
}

/** Copies through main and shows the result for a moment. */
export async function copyFromVm(target: CopyTarget): Promise<void> {
  const answer = await answerOf(bridge.copyFromVm(target));
  show({ ...target, refusal: answer.ok ? null : answer.refusal });
  if (answer.ok && target.what === 'ssh')
    useCopies.setState({ copiedVm: vmKey(target.accountId, target.vmId) });
}

export function useCopiedVm(): string | null {
  return useCopies(({ copiedVm }) => copiedVm);
}

export function refuseToCopy(target: CopyTarget, refusal: Refusal): void {
  show({ ...target, refusal });
}

/** The result to show; null: none. */
export function useLastCopy(): CopyOutcome | null {
  return useCopies(({ outcome }) => outcome);
}

/** The result to show at this value of the VM; null: none. */
export function useCopyOutcome({ accountId, vmId, what }: CopyTarget): CopyOutcome | null {
  return useCopies(({ outcome }) => {
    const isOfVm = outcome?.accountId === accountId && outcome.vmId === vmId;
    return isOfVm && outcome.what === what ? outcome : null;
  });
}
