import { useState } from 'react';
import type { Answer, Refusal } from '../../shared/ipc/bridge.ts';
import { answerOf } from '../bridge.ts';
import { lazy } from './lazy.tsx';
import { onDemand } from './on-demand.ts';

/** The state of one request at a time; `refusal` of the last one. */
export function useRequest() {
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const ask = async <T,>(request: Promise<Answer<T>>) => {
    setIsBusy(true);
    setRefusal(null);
    const answer = await answerOf(request);
    setIsBusy(false);
    setRefusal(answer.ok ? null : answer.refusal);
    return answer;
  };
  return { isBusy, refusal, ask };
}

/** Needed in trouble only, so the first screen loads without it. */
export const RetryIn = lazy(onDemand(() => import('./retry-in.tsx').then((all) => all.RetryIn)));

interface RefusalTextProps {
  readonly refusal: Refusal | null;
  /** Below the whole row of its button. */
  readonly isBelowRow?: boolean;
}

export function RefusalText({ refusal, isBelowRow = false }: RefusalTextProps) {
  return (
    <div className={`basis-full empty:hidden ${isBelowRow ? 'order-last' : ''}`} role="alert">
      {refusal !== null && (
        <p className="text-small select-text">
          <span className="text-amber">{refusal.message}</span>{' '}
          {refusal.retryAt === undefined ? (
            refusal.action
          ) : (
            <RetryIn at={refusal.retryAt} then="Try again." />
          )}
        </p>
      )}
    </div>
  );
}
