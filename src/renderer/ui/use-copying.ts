import { useEffect, useState } from 'react';
import type { Refusal } from '../../shared/ipc/index.ts';
import { answerOf, bridge } from '../bridge.ts';

const COPIED_MS = 1_500;
const REFUSED_MS = 8_000;

type Outcome =
  | { readonly kind: 'copied' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

interface Copying {
  readonly outcome: Outcome | null;
  readonly copy: () => Promise<void>;
}

export interface CopyTarget {
  readonly accountId: string;
  readonly vmId: string;
  readonly what: 'ssh' | 'address';
}

/** Copies something of a VM, and says for a moment what came of it. Main holds the clipboard, and decides. */
export function useCopying(target: CopyTarget): Copying {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const shownFor = outcome.kind === 'copied' ? COPIED_MS : REFUSED_MS;
    const timer = setTimeout(() => setOutcome(null), shownFor);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    const answer = await answerOf(bridge.copyFromVm(target));
    setOutcome(answer.ok ? { kind: 'copied' } : { kind: 'refused', refusal: answer.refusal });
  };
  return { outcome, copy };
}
